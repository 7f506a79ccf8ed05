import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { isForm } from '../../data/forms.ts';
import { parseJson } from '../json.ts';
import type { Run } from '../plan/run.ts';
import { storing } from '../store-error.ts';
import { checkNoLinks } from './no-links.ts';
import { makeFolder, writeWhole } from './write-whole.ts';

/**
 * Adds hosts to those that a version of a client is known to have asked for, `asked.json` in its folder. Some are asked for
 * at times only, so that nothing is ever taken away. Throws HarnessError `store` when the file cannot be written.
 */
export async function keepAsked(
  runs: string,
  { client, version }: Pick<Run, 'client' | 'version'>,
  hosts: Iterable<string>,
): Promise<void> {
  const folder = join(runs, `${client}@${version}`);
  const path = join(folder, 'asked.json');
  const before = await readFile(path, 'utf8').catch(() => '');
  const known = parseJson(before);
  const asked = [...new Set([...(isForm('asked', known) ? known.asked : []), ...hosts])].sort();
  const text = canonicalJson({ asked });
  if (text === before) return;
  await storing(`write ${path}`, async () => {
    await checkNoLinks(runs, `${client}@${version}`);
    await makeFolder(folder);
    await writeWhole(path, text);
  });
}
