import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedVerdicts } from '../../data/types/published.ts';
import { compareText } from '../evidence/compare-text.ts';
import { compareVersions } from '../evidence/version.ts';
import { ifThere } from '../if-there.ts';
import { readForm } from './read-form.ts';

/** The names of the files in `data/published/`, without `.json`, by the client that each is about. */
export async function publishedNames(root: string): Promise<Map<string, string[]>> {
  const files = (await ifThere('data/published', readdir(join(root, 'data', 'published')))) ?? [];
  const names = new Map<string, string[]>();
  for (const file of files.filter((name) => name.endsWith('.json')).sort(compareText)) {
    const name = file.slice(0, -'.json'.length);
    const client = name.slice(0, Math.max(name.indexOf('@'), 0));
    names.set(client, [...(names.get(client) ?? []), name]);
  }
  return names;
}

/** The published verdicts of these names, the newest version first. Throws CommandError `input` when one is malformed. */
export async function readPublished(root: string, names: string[]): Promise<PublishedVerdicts[]> {
  const published = await Promise.all(
    names.map((name) =>
      readForm('published', join(root, 'data', 'published', `${name}.json`), `data/published/${name}.json`),
    ),
  );
  return published.sort((a, b) => compareVersions(b.clientVersion, a.clientVersion));
}
