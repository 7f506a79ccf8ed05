import type { Linter, Problem, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/**
 * A file about a client is named after it; what a card shows is of a client that data/clients.json describes. A client's own
 * repository has no such file and makes no cards: there an overlay needs no entry.
 */
export const knownClients: Linter = {
  name: 'known-clients',
  description:
    'Overlays, drivers, baselines and comparisons are named after their client, notes after their id; notes, and overlays beside a data/clients.json, are about clients of it.',
  check: ({ files, clients }) => {
    const describes = files.some(({ path }) => path === 'data/clients.json');
    return files.flatMap((file) => [...checkName(file), ...checkKnown(file, clients, describes)]);
  },
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

function checkKnown(file: StoredFile, clients: Set<string>, describes: boolean): Problem[] {
  const overlaid = describes ? valueOf(file, 'verified')?.client : undefined;
  const named = [...(overlaid === undefined ? [] : [overlaid]), ...(valueOf(file, 'note')?.clients ?? [])];
  return named
    .filter((client) => !clients.has(client))
    .map((client) => ({ path: file.path, text: `Expected a client of data/clients.json, got "${client}".` }));
}
