import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { OsvCheck } from '../../config/osv-check.ts';
import { ConnectionError } from '../errors.ts';
import type { Mask } from '../secrets.ts';
import { oneLine } from '../text.ts';
import type { Watchdog } from './contain/containment.ts';
import { openErrorLog } from './error-log.ts';
import { launch } from './launch.ts';
import { findProgram } from './program.ts';
import { endOrphans } from './spawns/orphans.ts';
import { registerSpawn, type Spawned } from './spawns/register.ts';

export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string | undefined;
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

/** What a start needs to know of the client around it; see `ConnectContext`. */
export interface StartContext {
  home: string;
  environment: NodeJS.ProcessEnv;
  mask: Mask;
  log: (line: string) => void;
  osvCheck?: OsvCheck | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Starts a stdio server in a process group of its own, with the filtered environment, its stderr in the client's log and
 * a watchdog beside it, after what earlier clients left behind has ended. Throws ConnectionError `spawn_failed`,
 * `blocked`, or `closed` when the attempt is given up meanwhile.
 */
export async function startServer(
  server: string,
  { command, args, env, cwd }: ServerCommand,
  context: StartContext,
): Promise<ServerProcess> {
  const fail = (what: string, cause?: unknown) =>
    new ConnectionError('spawn_failed', `MCP server "${server}" did not start: ${what}`, { cause });
  // Without this check a missing folder would look like a missing executable.
  if (cwd !== undefined && !isFolder(cwd)) throw fail(`expected "cwd" to be a folder, got "${cwd}"`);
  const { home, mask, log, signal } = context;
  const program = await findProgram(server, { command, args, env, cwd }, context);
  await endOrphans(home, log);
  if (signal?.aborted)
    throw new ConnectionError('closed', `The attempt to connect to MCP server "${server}" was given up`);
  const errorLog = openErrorLog(home, server, mask);
  let complained: Promise<void> | undefined;
  try {
    const { child, pid, watchdog } = await launch(
      {
        ...program,
        cwd,
        stderr: errorLog === undefined ? 'ignore' : 'pipe',
      },
      log,
      ({ stderr, pid: started }) => {
        if (stderr !== null) complained = errorLog?.follow(stderr);
        if (started === undefined) return;
        register({ home, server, pid: started, argv: [program.file, ...program.args], mask }, log);
      },
    );
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null) throw new TypeError('It was started with pipes');
    // A write to a server that is gone; there may be more of them than anybody listens to.
    stdin.on('error', () => undefined);
    return { pid, child, stdin, stdout, stderr: stderr ?? undefined, complained, watchdog };
  } catch (error) {
    if (complained === undefined) errorLog?.close();
    throw fail(reasonOf(error), error);
  }
}

/** A server without its line in the ledger runs all the same. */
function register(spawned: Spawned, log: (line: string) => void): void {
  try {
    registerSpawn(spawned);
  } catch (error) {
    log(`MCP server "${spawned.server}" is not in the ledger of spawns: ${reasonOf(error)}`);
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
