import { type CanaryKind, canary } from '../canary.ts';
import { toolScenario } from '../define.ts';
import type { DeclaredField, FieldCheck, FieldName, JsonObject, Proof, Scenario } from '../types.ts';

/** What a result scenario has to say for itself; the rest follows from the defaults of its kind. */
interface ResultScenario {
  /** Its id is `tools.result.<name>`, its tool `probe_<name>`. */
  name: string;
  capability: string;
  title: string;
  result: JsonObject;
  fields: DeclaredField[];
  checks: FieldCheck[];
  /** Members added to the tool's definition. */
  definition?: JsonObject;
}

/** A scenario in which one call of one tool is answered with one fixed result. */
export function resultScenario({ name, result, fields, checks, definition = {}, ...given }: ResultScenario): Scenario {
  return toolScenario({
    ...given,
    id: `tools.result.${name}`,
    tools: [{ name: `probe_${name}`, definition, answer: { result } }],
    judgement: { kind: 'fields', fields, checks },
  });
}

const KINDS: Record<FieldName, CanaryKind> = {
  content: 'cnt',
  structuredContent: 'str',
  payload: 'pay',
  _meta: 'met',
  'reserved _meta': 'res',
  image: 'img',
  audio: 'img',
};

/** Makes the tokens of one scenario: `token('content')`, and the declaration of the fields that carry them. */
export function tokens(name: string): {
  token: (field: FieldName, part?: string) => string;
  declare: (field: FieldName, ...parts: string[]) => DeclaredField;
} {
  const token = (field: FieldName, part = 'head'): string => canary(KINDS[field], part, `tools.result.${name}`);
  return {
    token,
    declare: (field, ...parts) => ({
      field,
      canaries: (parts.length === 0 ? ['head'] : parts).map((part) => ({ part, token: token(field, part) })),
    }),
  };
}

/** One text block around a token, long enough to look like an answer of a real tool. */
export function textBlock(token: string): JsonObject {
  return { type: 'text', text: `The station reports ${token} in the morning.` };
}

/** A small object around a token, not a copy of any text. */
export function reading(token: string): JsonObject {
  return { station: token, celsius: 21 };
}

/** Asks whether a field reaches the model whole; `proof` where that says something else than the scenario is about. */
export const arrives = (field: FieldName, proof: Proof = {}): FieldCheck => ({
  id: `${field.replaceAll(/[ _]/g, '')}Arrives`,
  text: `${field} reaches the model whole`,
  arrives: [field],
  ...proof,
});

/** Asks whether a result that no revision allows is told as an error, and not passed off as one that went well. */
export const toldOfTheError = (proof: Proof = {}): FieldCheck => ({
  id: 'toldOfTheError',
  text: 'the model is told that the result was not valid',
  told: 'error',
  ...proof,
});
