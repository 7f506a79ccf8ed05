import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../capture/write-whole.ts';
import type { InstallForm } from './install.ts';

/** Written last: a folder without it is half done. */
const MARKER = '.installed';

/**
 * A digest of what makes one installation differ from another. The host program is no part of it: a changed one is copied
 * again. Compiled parts fit one platform and one Node ABI, and a virtual environment knows its own place.
 */
export function digestOf({ version, npm, overrides, node, pip }: InstallForm, folder: string): string {
  const machine = [process.platform, process.arch, node ?? process.versions.modules];
  const asked = [version, sorted(npm), overrides, node, sorted(pip), pip === undefined ? undefined : folder];
  return createHash('sha256')
    .update(JSON.stringify([...machine, ...asked]))
    .digest('hex');
}

function sorted(packages: Record<string, string> | undefined): [string, string][] {
  return Object.entries(packages ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

export async function isDone(folder: string, digest: string): Promise<boolean> {
  return (await readFile(join(folder, MARKER), 'utf8').catch(() => '')) === `${digest}\n`;
}

export async function markDone(folder: string, digest: string): Promise<void> {
  await writeWhole(join(folder, MARKER), `${digest}\n`);
}

/** Before anything else of a folder is removed, so that a removal that is cut short leaves nothing that looks done. */
export async function unmark(folder: string): Promise<void> {
  await rm(join(folder, MARKER), { force: true });
}
