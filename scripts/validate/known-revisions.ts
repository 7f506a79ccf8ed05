import { HANDSHAKE_REVISIONS } from '../../harness/judge/frames/handshake/revision.ts';
import { STATELESS_REVISION } from '../../harness/judge/frames/stateless/revision.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/** The revisions of the protocol, oldest first. */
const REVISIONS = [...HANDSHAKE_REVISIONS, STATELESS_REVISION];

/** Whatever names a revision names one that there is, and lists of them begin with the oldest. */
export const knownRevisions: Linter = {
  name: 'known-revisions',
  description: `A revision is one of ${REVISIONS.join(', ')}; lists of them begin with the oldest.`,
  check: ({ files }) => files.flatMap((file) => [...unknown(file), ...unsorted(file)]),
};

function unknown(file: StoredFile): Problem[] {
  const named = [...new Set([...singles(file), ...agreed(file), ...lists(file).flat()])];
  return named
    .filter((revision) => !REVISIONS.includes(revision))
    .map((revision) => ({
      path: file.path,
      text: `Expected a revision (${REVISIONS.join(', ')}), got "${revision}".`,
    }));
}

function unsorted(file: StoredFile): Problem[] {
  const wrong = lists(file).find((list) => list.join() !== [...list].sort().join());
  return wrong === undefined
    ? []
    : [{ path: file.path, text: `Expected revisions with the oldest first, got ${wrong.join(', ')}.` }];
}

/** What runs agreed on; `unknown` where they agreed on none. */
function agreed(file: StoredFile): string[] {
  const record = valueOf(file, 'record');
  const runs = [
    ...(record === undefined ? [] : [record]),
    ...(valueOf(file, 'verified')?.records ?? []),
    ...(valueOf(file, 'baseline')?.entries ?? []),
  ];
  return runs.map(({ protocolVersion }) => protocolVersion).filter((revision) => revision !== 'unknown');
}

function singles(file: StoredFile): string[] {
  const revisions = [
    valueOf(file, 'note')?.revision,
    ...(valueOf(file, 'published')?.records ?? []).map(({ protocolVersion }) => protocolVersion),
    ...(valueOf(file, 'clients')?.clients ?? []).flatMap(({ readings }) => readings.map(({ prefers }) => prefers)),
    ...(valueOf(file, 'capabilities')?.capabilities ?? []).flatMap(({ specification }) => Object.keys(specification)),
  ];
  return revisions.filter((revision) => typeof revision === 'string');
}

function lists(file: StoredFile): string[][] {
  return [
    ...(valueOf(file, 'verified')?.evidence ?? []).map(({ revisions }) => revisions),
    ...(valueOf(file, 'clients')?.clients ?? []).flatMap(({ evidence, readings }) => [
      ...evidence.map(({ revisions }) => revisions),
      ...readings.map(({ speaks }) => speaks),
    ]),
  ];
}
