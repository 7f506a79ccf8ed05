import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../if-there.ts';
import { keepBelow } from '../keep-file.ts';

/** Generated pages, by their paths relative to the root. */
export type Pages = Map<string, string>;

/** What every generated page says at its end. */
const OURS = '`mcp-client-probe build-cards`';

/**
 * The paths of pages that differ from what they should be: changed, missing, or no longer made. A Markdown file in one of
 * `folders` that somebody else wrote is none.
 */
export async function stalePages(root: string, pages: Pages, folders: string[]): Promise<string[]> {
  const present = await Promise.all(folders.map((folder) => markdownIn(root, folder)));
  const paths = [...new Set([...pages.keys(), ...present.flat()])].sort();
  const stale = await Promise.all(paths.map((path) => isStale(root, path, pages.get(path))));
  return paths.filter((_path, index) => stale[index]);
}

/** Writes a page, or takes away one that is no longer made. */
export async function putPage(root: string, path: string, text: string | undefined): Promise<void> {
  await keepBelow(root, path, text);
}

async function markdownIn(root: string, folder: string): Promise<string[]> {
  const names = (await ifThere(folder, readdir(join(root, folder)))) ?? [];
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

async function isStale(root: string, path: string, page: string | undefined): Promise<boolean> {
  const text = await ifThere(path, readFile(join(root, path), 'utf8'));
  return page === undefined ? text?.includes(OURS) === true : text !== page;
}
