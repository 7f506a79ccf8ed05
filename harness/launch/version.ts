import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../error.ts';
import { type ClientEnd, runClient } from './client-process.ts';
import { fill } from './driven.ts';
import { type Installed, NOTHING_INSTALLED, placesOf } from './installed.ts';
import type { Workspace } from './workspace.ts';

const SECONDS = 60;
/** A version is a part of a path and of an address: one word, nothing that leads elsewhere. */
const VERSION = /^[^\s\p{C}/\\]{1,100}$/u;

/**
 * The version that a client says it has, asked for in a fresh home like any run, or the one that was installed. `folder` is
 * that of the driver's file.
 * Throws HarnessError `missing` when the driver's command fails or prints no version, and what `cancel` was aborted with.
 */
export async function readVersion(
  { client, version, install }: Driver,
  root: string,
  {
    workspace,
    installed = NOTHING_INSTALLED,
    folder = root,
    cancel,
  }: { workspace: Workspace; installed?: Installed; folder?: string; cancel: AbortSignal },
): Promise<string> {
  if (version === undefined) return install?.version ?? '';
  const folders = await workspace.open('version');
  const context = { ...placesOf(installed), root, folder, home: folders.home, work: folders.work };
  const [program = '', ...args] = version.command.map((item) => fill(item, context, 'version.command'));
  const end = await runClient({
    command: [program, ...args],
    environment: { PATH: process.env['PATH'] ?? '', HOME: folders.home },
    cwd: folders.work,
    folder: folders.root,
    timeoutSeconds: SECONDS,
    cancel,
    guard: (group) => workspace.guard(group),
  });
  await workspace.close(folders);
  cancel.throwIfAborted();
  const match = new RegExp(version.pattern).exec(end.stdout);
  const found = match?.[1] ?? match?.[0];
  if (end.kind === 'exited' && end.exitCode === 0 && found !== undefined && VERSION.test(found)) return found;
  throw new HarnessError(
    'missing',
    `Expected "${[program, ...args].join(' ')}" to print a version of ${client} without blanks and slashes, got ${told(end, found)}.`,
  );
}

function told({ kind, exitCode, stdout, detail }: ClientEnd, found: string | undefined): string {
  if (kind !== 'exited') return `${kind}${detail === '' ? '' : ` (${detail})`}`;
  if (exitCode !== 0) return `exit code ${exitCode}`;
  return JSON.stringify((found ?? stdout).slice(0, 100));
}
