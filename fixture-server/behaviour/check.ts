import type { Behaviour, Occasion } from '../../scenarios/behaviour.ts';
import type { Json, JsonObject } from '../../scenarios/types.ts';
import { isObject } from '../frame.ts';
import { problemOfPages } from '../plan.ts';
import { STEPS } from './check-steps.ts';
import { type Check, fraction, httpAnswer, members, oneOf, text, whole } from './checks.ts';

const BEHAVIOUR: Record<keyof Behaviour, Check> = {
  rules: problemOfRules,
  seed: whole(0),
  counts: oneOf('process', 'run'),
  ledger: oneOf(true),
  toolSets: problemOfToolSets,
  alsoListed: (value, place) => (Array.isArray(value) ? undefined : `"${place}" to be an array`),
  cursors: oneOf('endless', 'same', 'empty'),
  sseOnly: httpAnswer,
  stubborn: oneOf('stdin', 'SIGTERM'),
  alsoAt: text,
};

const OCCASION: Record<keyof Occasion, Check> = {
  method: text,
  http: text,
  start: oneOf(true),
  tool: text,
  era: oneOf('handshake', 'stateless'),
  over: oneOf('stdio', 'http', 'sse'),
  path: text,
  from: whole(1),
  to: whole(1),
  chance: fraction,
};

/** What is wrong with the `behaviour` of a plan, with the place; `undefined` when nothing is. */
export function problemOfBehaviour(behaviour: Json): string | undefined {
  const problem = members(BEHAVIOUR)(behaviour, 'behaviour');
  return problem ?? problemOfNames(behaviour as unknown as Behaviour);
}

function problemOfRules(rules: Json, place: string): string | undefined {
  if (!Array.isArray(rules)) return `"${place}" to be an array`;
  for (const [at, rule] of rules.entries()) {
    const problem = members({ on: problemOfOccasion, do: problemOfSteps })(rule, `${place}/${at}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfOccasion(on: Json, place: string): string | undefined {
  const problem = members(OCCASION)(on, place);
  if (problem !== undefined) return problem;
  const kinds = ['method', 'http', 'start'].filter((kind) => kind in (on as JsonObject));
  return kinds.length === 1 ? undefined : `"${place}" to have one of "method", "http" and "start"`;
}

function problemOfSteps(steps: Json, place: string): string | undefined {
  if (!Array.isArray(steps)) return `"${place}" to be an array of steps`;
  for (const [at, step] of steps.entries()) {
    const [name = '', ...others] = isObject(step) ? Object.keys(step) : [];
    if (others.length > 0 || !Object.hasOwn(STEPS, name))
      return `"${place}/${at}" to have one known member: ${Object.keys(STEPS).join(', ')}`;
    const problem = members(STEPS)(step, `${place}/${at}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfToolSets(sets: Json, place: string): string | undefined {
  if (!isObject(sets)) return `"${place}" to be an object of pages of tools`;
  for (const [name, pages] of Object.entries(sets)) {
    const problem = problemOfPages(pages, `${place}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Names of a plan's own, which may stand before what they name. */
function problemOfNames({ rules = [], toolSets = {} }: Behaviour): string | undefined {
  for (const [at, rule] of rules.entries()) {
    for (const [index, step] of (rule.do ?? []).entries()) {
      if ('tools' in step && !Object.hasOwn(toolSets, step.tools))
        return `"behaviour/rules/${at}/do/${index}/tools" to name one of the tool sets`;
    }
  }
  return undefined;
}
