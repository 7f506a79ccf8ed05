import { groupBy } from '../../harness/group-by.ts';
import { foldVerdicts } from '../build-cards/fold.ts';
import { type CheckText, checkText } from '../evidence/check-text.ts';
import { runOf, shortName } from '../evidence/names.ts';
import type { Proven } from '../evidence/proofs.ts';
import { DEFAULT_CONFIG } from '../evidence/status.ts';

/** The runs of one check of one scenario. */
interface Asked {
  scenario: string;
  id: string;
  runs: { config: string; run: string; met: boolean }[];
}

/**
 * What the probed status of a capability leaves out: which of its checks the default config does not meet, and which it
 * does where that is the condition of a partial status; and where another config or transport answers otherwise. Plain
 * sentences, from the checks alone; null where nothing is left out.
 */
export function noteOf(proven: Proven[], textOf: CheckText = checkText): string | null {
  const asked = askedOf(proven);
  const usual = asked.filter(({ runs }) => runs.some(isDefault));
  const missed = usual.filter((each) => someMissed(each));
  const sentences: string[] = [];
  if (missed.length > 0) {
    const met = usual.filter((each) => !someMissed(each));
    if (met.length > 0) sentences.push(`Met: ${listed(met, textOf)}.`);
    sentences.push(`Not met: ${listed(missed, textOf, someOnly)}.`);
  }
  const other = groupBy(
    asked.flatMap((each) => otherwise(each).map((text) => ({ each, text }))),
    ({ text }) => text,
  );
  const depends = [...other].map(([text, same]) => {
    const checks = listed(
      same.map(({ each }) => each),
      textOf,
    );
    return `${checks} ${checks.includes('; ') ? 'are' : 'is'} ${text}`;
  });
  if (depends.length > 0) sentences.push(`It depends on the run: ${depends.join('; ')}.`);
  const records = [...new Set(proven.map(({ record }) => record))];
  const varying = [...groupBy(records, ({ scenario }) => scenario)].filter(([, same]) => foldVerdicts(same).length > 1);
  if (varying.length > 0)
    sentences.push(`Verdicts differ between runs: ${varying.map(([scenario]) => shortName(scenario)).join(', ')}.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Checks in words; scenarios that ask the same share them: `“content reaches the model whole” (large, sc_null)`. */
function listed(asked: Asked[], textOf: CheckText, suffix: (each: Asked) => string = () => ''): string {
  const groups = groupBy(asked, (each) => `${textOf(each.scenario, each.id)}\n${suffix(each)}`);
  return [...groups.values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const names = same.map(({ scenario }) => shortName(scenario)).join(', ');
      return [`“${textOf(first.scenario, first.id)}” (${names})${suffix(first)}`];
    })
    .join('; ');
}

/** Says in which runs of the default config a check was not met, when it was met in others. */
function someOnly({ runs }: Asked): string {
  const usual = runs.filter(isDefault);
  const missed = usual.filter(({ met }) => !met);
  return missed.length === usual.length ? '' : ` over ${missed.map(({ run }) => run).join(', ')} only`;
}

function someMissed({ runs }: Asked): boolean {
  return runs.some((run) => isDefault(run) && !run.met);
}

/** Where other configs answer a check otherwise than the default config does. */
function otherwise({ runs }: Asked): string[] {
  const usual = runs.filter(isDefault);
  const outcome = usual.length === 0 ? undefined : usual.every(({ met }) => met);
  const different = runs.filter((run) => !isDefault(run) && run.met !== outcome);
  return [...groupBy(different, ({ met }) => (met ? 'met' : 'not met'))].map(
    ([word, group]) => `${word} in ${group.map(({ config, run }) => `${config}/${run}`).join(', ')}`,
  );
}

const isDefault = ({ config }: { config: string }): boolean => config === DEFAULT_CONFIG;

function askedOf(proven: Proven[]): Asked[] {
  const all = proven.map(({ record, check: { id, met } }) => {
    const { scenario, config } = record;
    return { scenario, id, config, run: runOf(record), met };
  });
  return [...groupBy(all, ({ scenario, id }) => `${scenario}\n${id}`).values()].flatMap((runs) => {
    const [first] = runs;
    return first === undefined ? [] : [{ scenario: first.scenario, id: first.id, runs }];
  });
}
