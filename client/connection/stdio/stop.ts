import type { ChildProcess } from 'node:child_process';
import { containment } from './contain/containment.ts';
import { waitGone } from './contain/wait-gone.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * How long a server has after each step, in milliseconds (specification, basic/lifecycle; the original client's
 * figure).
 */
export const GRACE_MS = 2000;
/** Nothing outlives SIGKILL but a process that hangs in the kernel, and that is not worth waiting for any longer. */
export const KILL_MS = 5000;

/**
 * Ends a server and everything in its process group: the end of stdin, SIGTERM, SIGKILL, with time between them.
 * Resolves with true when no process of the group runs any more.
 */
export async function stopServer({ pid, child, stdin }: ServerProcess): Promise<boolean> {
  const isGone = () => hasExited(child) && !containment.runs(pid);
  stdin.end();
  if (await waitGone(isGone, GRACE_MS)) return true;
  containment.signal(pid, 'SIGTERM');
  if (await waitGone(isGone, GRACE_MS)) return true;
  containment.signal(pid, 'SIGKILL');
  return waitGone(isGone, KILL_MS);
}

/** Whether Node knows of the exit of a child. */
export function hasExited({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean {
  return exitCode !== null || signalCode !== null;
}
