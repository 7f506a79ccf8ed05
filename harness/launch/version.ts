import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../error.ts';
import { runClient } from './client-process.ts';
import { fill } from './driven.ts';
import type { Workspace } from './workspace.ts';

const SECONDS = 60;

/**
 * The version that a client says it has, asked for in a fresh home like any run.
 * Throws HarnessError `missing` when the driver's command fails or prints no version.
 */
export async function readVersion(
  { client, version }: Driver,
  root: string,
  { workspace, cancel }: { workspace: Workspace; cancel: AbortSignal },
): Promise<string> {
  const folders = await workspace.open('version');
  const context = { node: process.execPath, root, home: folders.home, work: folders.work };
  const [program = '', ...args] = version.command.map((item) => fill(item, context, 'version.command'));
  const end = await runClient({
    command: [program, ...args],
    environment: { PATH: process.env['PATH'] ?? '', HOME: folders.home },
    cwd: folders.work,
    timeoutSeconds: SECONDS,
    cancel,
  });
  await workspace.close(folders);
  cancel.throwIfAborted();
  const match = new RegExp(version.pattern).exec(end.output);
  if (end.kind === 'exited' && end.exitCode === 0 && match !== null) return match[1] ?? match[0];
  const got =
    end.kind === 'exited' ? `exit code ${end.exitCode} and ${JSON.stringify(end.output.slice(0, 200))}` : end.detail;
  throw new HarnessError(
    'missing',
    `Expected "${[program, ...args].join(' ')}" to print a version of ${client}, got ${got}.`,
  );
}
