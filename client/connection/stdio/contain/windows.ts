import { spawn } from 'node:child_process';
import type { Containment } from './containment.ts';

/**
 * Windows has neither process groups nor signals of this kind. Whatever the signal, the tree below the server is ended by
 * force, and whether any of it still runs is not asked. No watchdog is needed for the server itself: Node puts every
 * child into a job that the system ends with the client, also when that is killed. What the server has started in turn
 * outlives a client that is killed, unless the server ends it. Only its unit tests have been run, on Linux.
 */
export const windows = (start: typeof spawn = spawn): Containment => ({
  // A child of a session of its own would be outside the job.
  ownSession: false,
  behindGate: () => undefined,
  watchOver: () => ({ release: async () => undefined }),
  signal(leader) {
    const args = ['/pid', String(leader), '/T', '/F'];
    start('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
  },
  runs: () => false,
  identify: () => undefined,
  members: () => [],
});
