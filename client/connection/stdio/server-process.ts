import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { ConnectionError } from '../errors.ts';
import { oneLine } from '../text.ts';
import { resolveCommand } from './command.ts';
import { childEnvironment } from './environment.ts';
import { openErrorLog } from './error-log.ts';

export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
}

export interface ServerProcess {
  /** Leader of a process group of its own. */
  pid: number;
  child: ChildProcess;
  stdin: Writable;
  stdout: Readable;
}

/**
 * Starts a stdio server in a process group of its own, with the filtered environment and stderr in the client's log.
 * Throws ConnectionError `spawn_failed`.
 */
export async function startServer(
  server: string,
  { command, args, env, cwd }: ServerCommand,
  context: { home: string; environment: NodeJS.ProcessEnv },
): Promise<ServerProcess> {
  const fail = (what: string, cause?: unknown) =>
    new ConnectionError('spawn_failed', `MCP server "${server}" did not start: ${what}`, { cause });
  // Without this check a missing folder would look like a missing executable.
  if (cwd !== undefined && !isFolder(cwd)) throw fail(`expected "cwd" to be a folder, got "${cwd}"`);
  const at = cwd === undefined ? {} : { cwd };
  const found = resolveCommand(command, {
    server,
    home: context.home,
    environment: childEnvironment(context.environment, env),
    ...at,
  });
  const errorLog = openErrorLog(context.home, server);
  try {
    const child = spawn(found.file, args, {
      stdio: ['pipe', 'pipe', errorLog.stdio],
      env: found.environment,
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...at,
    });
    await once(child, 'spawn');
    // From here on a failed signal may raise it; whether the process lives is asked where it matters.
    child.on('error', () => undefined);
    const { pid, stdin, stdout } = child;
    if (pid === undefined || stdin === null || stdout === null) throw new TypeError('it has no pipes');
    // A write to a server that is gone is told by its exit, not by this.
    stdin.on('error', () => undefined);
    return { pid, child, stdin, stdout };
  } catch (error) {
    throw fail(oneLine(error instanceof Error ? error.message : String(error)), error);
  } finally {
    errorLog.close();
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
