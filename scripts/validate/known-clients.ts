import type { Linter, Problem, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/** A file about a client is named after it; what a card shows is of a client that data/clients.json describes. */
export const knownClients: Linter = {
  name: 'known-clients',
  description:
    'Overlays, drivers, baselines and comparisons are named after their client, notes after their id; overlays and notes are about clients of data/clients.json.',
  check: ({ files, clients }) => files.flatMap((file) => [...checkName(file), ...checkKnown(file, clients)]),
};

function checkName(file: StoredFile): Problem[] {
  const about = (['verified', 'driver', 'baseline', 'compared'] as const).map((form) => valueOf(file, form)?.client);
  const client = about.find((name) => name !== undefined);
  const note = valueOf(file, 'note')?.id;
  const [what, name] = client === undefined ? ['note', note] : ['client', client];
  return name === undefined || file.path.endsWith(`/${name}.json`)
    ? []
    : [{ path: file.path, text: `Expected the file of ${what} "${name}" to be called ${name}.json.` }];
}

function checkKnown(file: StoredFile, clients: Set<string>): Problem[] {
  const verified = valueOf(file, 'verified');
  const named = [...(verified === undefined ? [] : [verified.client]), ...(valueOf(file, 'note')?.clients ?? [])];
  return named
    .filter((client) => !clients.has(client))
    .map((client) => ({ path: file.path, text: `Expected a client of data/clients.json, got "${client}".` }));
}
