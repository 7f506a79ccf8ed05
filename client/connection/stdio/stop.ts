import { setTimeout as wait } from 'node:timers/promises';
import { containment } from './contain/containment.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * How long a server has after each step, in milliseconds (specification, basic/lifecycle; the original client's
 * figure).
 */
const GRACE_MS = 2000;
/** Nothing outlives SIGKILL but a process that hangs in the kernel, and that is not worth waiting for any longer. */
const KILL_MS = 5000;

/**
 * Ends a server and everything in its process group: the end of stdin, SIGTERM, SIGKILL, with time between them.
 * Resolves with true when no process of the group runs any more.
 */
export async function stopServer(server: ServerProcess): Promise<boolean> {
  server.stdin.end();
  if (await isGone(server, GRACE_MS)) return true;
  containment.signal(server.pid, 'SIGTERM');
  if (await isGone(server, GRACE_MS)) return true;
  containment.signal(server.pid, 'SIGKILL');
  return isGone(server, KILL_MS);
}

async function isGone({ pid, child }: ServerProcess, limit: number): Promise<boolean> {
  const deadline = performance.now() + limit;
  for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
    const exited = child.exitCode !== null || child.signalCode !== null;
    if (exited && !containment.runs(pid)) return true;
    if (performance.now() >= deadline) return false;
    await wait(pause);
  }
}
