import type { Linter, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/** Whatever names a capability names one of data/capabilities.json. */
export const capabilityIds: Linter = {
  name: 'capability-ids',
  description:
    'Records, overlays, baselines, notes, clients and published lists name capabilities of data/capabilities.json.',
  check: ({ files, capabilities }) =>
    files.flatMap((file) =>
      [...new Set(namedIn(file))]
        .filter((id) => !capabilities.has(id))
        .map((id) => ({ path: file.path, text: `Expected a capability of data/capabilities.json, got "${id}".` })),
    ),
};

function namedIn(file: StoredFile): string[] {
  const record = valueOf(file, 'record');
  const verified = valueOf(file, 'verified');
  const published = valueOf(file, 'published');
  return [
    ...(record === undefined ? [] : [record.capability]),
    ...idsOf(verified?.records),
    ...idsOf(verified?.evidence),
    ...idsOf(valueOf(file, 'baseline')?.entries),
    ...idsOf(published?.records),
    ...(published?.capabilities ?? []).map(({ id }) => id),
    ...(valueOf(file, 'note')?.capabilities ?? []),
    ...(valueOf(file, 'clients')?.clients ?? []).flatMap(({ evidence, notes }) => [
      ...idsOf(evidence),
      ...Object.keys(notes),
    ]),
  ];
}

function idsOf(list: { capability: string }[] = []): string[] {
  return list.map(({ capability }) => capability);
}
