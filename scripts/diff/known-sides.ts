import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRuns } from '../evidence/find-runs.ts';
import { ifThere } from '../if-there.ts';
import { type Places, packageRoot } from '../paths.ts';
import { readOverlays } from '../registry/overlays.ts';

/** Every version and published list that can be a side, in order. It reads all there is: for an answer that lists them. */
export async function knownSides({ root, runs }: Places): Promise<string[]> {
  const [overlays, { folders }, published] = await Promise.all([
    readOverlays(root),
    findRuns(runs),
    publishedFolders(root),
  ]);
  const names = [
    ...overlays.flatMap(({ client, records }) => records.map(({ clientVersion }) => `${client}@${clientVersion}`)),
    ...folders.map(({ run }) => `${run.client}@${run.version}`),
    ...published.flatMap(({ names }) => names.map((name) => `published/${name}`)),
  ];
  return [...new Set(names)].sort();
}

/** The folders of published lists, the root's first, and the names in them. */
export async function publishedFolders(root: string): Promise<{ path: string; names: string[] }[]> {
  const paths = [...new Set([root, packageRoot()])].map((each) => join(each, 'data', 'published'));
  return Promise.all(
    paths.map(async (path) => {
      const files = (await ifThere(path, readdir(path))) ?? [];
      return {
        path,
        names: files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length)),
      };
    }),
  );
}
