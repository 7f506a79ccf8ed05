import { compareVersions } from '../evidence/version.ts';
import type { Linter } from './linter.ts';
import { valuesOf } from './value-of.ts';

/** Evidence may be this many versions of its client old. */
const VERSIONS = 3;

/** Evidence that is too old says nothing about the client that people have. */
export const staleEvidence: Linter = {
  name: 'stale-evidence',
  description: `Evidence is not older than ${VERSIONS} versions of its client: no more than that many newer ones have evidence.`,
  check: ({ files }) => {
    const found = [
      ...valuesOf(files, 'clients').flatMap(({ path, value }) =>
        value.clients.flatMap(({ id, evidence }) => evidence.map((each) => ({ path, client: id, ...each }))),
      ),
      ...valuesOf(files, 'verified').flatMap(({ path, value: { client, evidence } }) =>
        evidence.map((each) => ({ path, client, ...each })),
      ),
    ];
    const versions = new Map<string, Map<string, Set<string>>>();
    for (const { client, clientVersion, path } of found) {
      const known = versions.get(client) ?? new Map<string, Set<string>>();
      versions.set(client, known.set(clientVersion, (known.get(clientVersion) ?? new Set()).add(path)));
    }
    return [...versions].flatMap(([client, known]) => {
      const newest = [...known].sort(([a], [b]) => compareVersions(b, a));
      return newest.slice(VERSIONS + 1).flatMap(([version, paths], index) =>
        [...paths].map((path) => ({
          path,
          text: `Expected at most ${VERSIONS} newer versions of ${client} beside the evidence of ${version}, got ${VERSIONS + 1 + index}.`,
        })),
      );
    });
  },
};
