import type { DerivedEvidence } from '../../data/types/verified.ts';
import { groupBy } from '../group-by.ts';
import type { Change } from './changes.ts';

/** What a version declares of itself, and what it did when it was asked. */
export type KnownStatus = Pick<DerivedEvidence, 'capability' | 'revisions' | 'status' | 'tier'>;

/**
 * What differs between what two versions declare: `no longer declares roots`, `declares sampling now`,
 * `declares elicitation.url, no longer answers it`. What one side has no evidence of is passed over.
 */
export function declaredChanges(a: KnownStatus[], b: KnownStatus[]): Change[] {
  const before = groupBy(a, ({ capability }) => capability);
  return [...groupBy(b, ({ capability }) => capability)].flatMap(([capability, now]) =>
    changesIn(capability, before.get(capability) ?? [], now),
  );
}

function changesIn(capability: string, a: KnownStatus[], b: KnownStatus[]): Change[] {
  const [before, after] = [declaredIn(a), declaredIn(b)];
  const gone = before.yes.length > 0 ? spelt(after, before) : undefined;
  const come = after.yes.length > 0 ? spelt(before, after) : undefined;
  if (gone !== undefined) return [{ kind: 'lost', text: `no longer declares ${capability}${gone}` }];
  if (come !== undefined) return [{ kind: 'gained', text: `declares ${capability}${come} now` }];
  const [did, does] = [answersIn(a), answersIn(b)];
  if (after.yes.length === 0 || did === undefined || does === undefined || did === does) return [];
  return [
    does
      ? { kind: 'gained', text: `declares ${capability}, answers it now` }
      : { kind: 'lost', text: `declares ${capability}, no longer answers it` },
  ];
}

/** The revisions at which a capability is declared, and those at which it could be and is not. */
interface Declared {
  yes: string[];
  no: string[];
}

function declaredIn(known: KnownStatus[]): Declared {
  const of = (yes: boolean): string[] =>
    known
      .filter(({ tier, status }) => tier === 'declared' && (status !== 'unsupported') === yes)
      .flatMap(({ revisions }) => revisions);
  return { yes: of(true), no: of(false) };
}

/** Where `one` does not declare what `other` does: nowhere at all (``), or at some revisions (` at 2025-11-25`). */
function spelt(one: Declared, other: Declared): string | undefined {
  if (one.yes.length === 0) return one.no.length > 0 ? '' : undefined;
  const at = one.no.filter((revision) => other.yes.includes(revision));
  return at.length > 0 ? ` at ${at.join(', ')}` : undefined;
}

function answersIn(known: KnownStatus[]): boolean | undefined {
  const probed = known.find(({ tier }) => tier === 'probed');
  return probed && probed.status !== 'unsupported';
}
