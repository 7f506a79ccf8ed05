import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { containment, type Watchdog } from './contain/containment.ts';
import { openGate } from './contain/gate.ts';

export interface Program {
  file: string;
  args: string[];
  environment: Record<string, string>;
  cwd: string | undefined;
  stderr: 'pipe' | 'ignore';
}

export interface Launched {
  child: ChildProcess;
  /** Leader of a process group of its own. */
  pid: number;
  watchdog: Watchdog;
}

/**
 * Starts a program in a process group of its own where there are groups, with a watchdog that is there before the program
 * runs.
 *
 * @param onChild sees the child in the turn in which it is started, before any of its output
 * @throws what Node throws; the `message` may show an argument or a variable, `syscall` and `code` do not
 */
export async function launch(
  { file, args, environment, cwd, stderr }: Program,
  log: (line: string) => void,
  onChild: (child: ChildProcess) => void,
): Promise<Launched> {
  const gated = containment.behindGate(file, args, environment);
  if (gated !== undefined) checkExecutable(file, cwd);
  const child = spawn(gated?.file ?? file, gated?.args ?? args, {
    stdio: ['pipe', 'pipe', stderr, ...(gated === undefined ? [] : ['pipe' as const])],
    env: environment,
    detached: containment.ownSession,
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const started = once(child, 'spawn');
  onChild(child);
  const { pid } = child;
  // Without one it has failed to start, and that is what `started` then throws.
  const watchdog = pid === undefined ? undefined : containment.watchOver(pid, log);
  if (gated !== undefined && pid !== undefined) openGate(child);
  await started;
  // From here on a failed signal may raise it; whether the process lives is asked where it matters.
  child.on('error', () => undefined);
  if (pid === undefined || watchdog === undefined) throw new TypeError('A process that has started has an id');
  return { child, pid, watchdog };
}

/** Behind a gate it would be the shell that finds out, too late for an error that says so. */
function checkExecutable(file: string, cwd: string | undefined): void {
  try {
    const path = resolve(cwd ?? '.', file);
    accessSync(path, constants.X_OK);
    if (!statSync(path).isFile()) throw Object.assign(new Error('no plain file'), { code: 'EACCES' });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw Object.assign(new Error('The file cannot be executed', { cause }), { code, syscall: `spawn ${file}` });
  }
}
