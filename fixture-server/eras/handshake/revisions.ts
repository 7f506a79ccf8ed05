import type { JsonObject, ServingPlan } from '../../../scenarios/types.ts';

/** The revisions with an `initialize` handshake, oldest first. Their names sort as they follow each other. */
export const HANDSHAKE_REVISIONS: readonly string[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** Those of them that a plan offers, oldest first. */
export function handshakeRevisionsOf({ revisions }: ServingPlan): readonly string[] {
  if (revisions === undefined) return HANDSHAKE_REVISIONS;
  return HANDSHAKE_REVISIONS.filter((revision) => revisions.includes(revision));
}

/** Members of a tool's definition that came later, with the revision that brought them (`Tool` of each schema). */
const SINCE = new Map([
  ['annotations', '2025-03-26'],
  ['title', '2025-06-18'],
  ['outputSchema', '2025-06-18'],
  ['_meta', '2025-06-18'],
  ['icons', '2025-11-25'],
  ['execution', '2025-11-25'],
]);

/** `Implementation` has a title since this revision. */
const TITLE_SINCE = '2025-06-18';

/** A definition as a server of `revision` can send it. Members that no revision defines stay: a scenario wants them. */
export function definitionAt(definition: JsonObject, revision: string): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([member]) => (SINCE.get(member) ?? '') <= revision));
}

export function serverInfoAt({ name, title, version }: ServingPlan['serverInfo'], revision: string): JsonObject {
  return revision < TITLE_SINCE ? { name, version } : { name, title, version };
}
