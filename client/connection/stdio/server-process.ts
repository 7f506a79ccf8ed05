import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { ConnectionError } from '../errors.ts';
import type { Mask } from '../secrets.ts';
import { oneLine } from '../text.ts';
import { resolveCommand } from './command.ts';
import type { Watchdog } from './contain/containment.ts';
import { childEnvironment } from './environment.ts';
import { openErrorLog } from './error-log.ts';
import { launch } from './launch.ts';

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
  /** Undefined where there is no log to put it into. */
  stderr: Readable | undefined;
  /** Resolves when the whole stderr stands in the log. */
  complained: Promise<void> | undefined;
  watchdog: Watchdog;
}

interface Context {
  home: string;
  environment: NodeJS.ProcessEnv;
  mask: Mask;
  log: (line: string) => void;
}

/**
 * Starts a stdio server in a process group of its own, with the filtered environment, its stderr in the client's log and
 * a watchdog beside it. Throws ConnectionError `spawn_failed`.
 */
export async function startServer(
  server: string,
  { command, args, env, cwd }: ServerCommand,
  context: Context,
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
  const errorLog = openErrorLog(context.home, server, context.mask);
  let complained: Promise<void> | undefined;
  try {
    const { child, pid, watchdog } = await launch(
      {
        file: found.file,
        args,
        environment: found.environment,
        cwd,
        stderr: errorLog === undefined ? 'ignore' : 'pipe',
      },
      context.log,
      ({ stderr }) => {
        if (stderr !== null) complained = errorLog?.follow(stderr);
      },
    );
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null) throw new TypeError('It was started with pipes');
    // A write to a server that is gone is told by its exit, not by this.
    stdin.on('error', () => undefined);
    return { pid, child, stdin, stdout, stderr: stderr ?? undefined, complained, watchdog };
  } catch (error) {
    if (complained === undefined) errorLog?.close();
    throw fail(reasonOf(error), error);
  }
}

/** Node's own messages may show an argument or a variable, so that only the call and the code are told. */
function reasonOf(error: unknown): string {
  const { code = 'without a code', syscall = 'spawn' } = error as NodeJS.ErrnoException;
  return oneLine(`${syscall} ${code}`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
