import { runPlace } from '../../harness/plan/run.ts';
import type { Linter, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/** Ids, places of records within a list, and evidence stand for one thing each. */
export const duplicateIds: Linter = {
  name: 'duplicate-ids',
  description:
    'Ids of capabilities, clients and notes, places of records, and evidence for a capability, version, tier and revision stand once.',
  check: ({ files }) => [
    ...files.flatMap((file) =>
      repeated(idsIn(file)).map((id) => ({ path: file.path, text: `Expected "${id}" once, got it more than once.` })),
    ),
    ...repeated(files.flatMap((file) => valueOf(file, 'note')?.id ?? [])).map((id) => ({
      path: 'data/notes',
      text: `Expected one note with the id "${id}", got more.`,
    })),
  ],
};

function idsIn(file: StoredFile): string[] {
  const verified = valueOf(file, 'verified');
  return [
    ...(valueOf(file, 'capabilities')?.capabilities ?? []).map(({ id }) => id),
    ...(valueOf(file, 'published')?.records ?? []).map(runPlace),
    ...(valueOf(file, 'published')?.capabilities ?? []).map(({ id }) => id),
    ...(valueOf(file, 'baseline')?.entries ?? []).map(runPlace),
    ...(verified?.records ?? []).map((record) => `${record.clientVersion}/${runPlace(record)}`),
    ...(verified?.evidence ?? []).flatMap(evidenceIds),
    ...(valueOf(file, 'clients')?.clients ?? []).flatMap(({ id, evidence, readings }) => [
      id,
      ...evidence.flatMap(evidenceIds).map((each) => `${id}: ${each}`),
      ...readings.map(({ commit }) => `${id}: reading ${commit}`),
    ]),
    ...(valueOf(file, 'reviewed')?.readings ?? []).map(({ run }) => run),
  ];
}

interface Found {
  capability: string;
  clientVersion: string;
  tier: string;
  revisions: string[];
}

function evidenceIds({ capability, clientVersion, tier, revisions }: Found): string[] {
  return revisions.map((revision) => `${capability} of ${clientVersion}, ${tier} at ${revision}`);
}

function repeated(ids: string[]): string[] {
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(twice)];
}
