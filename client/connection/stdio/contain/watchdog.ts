import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Watchdog } from './containment.ts';

/**
 * Kills the process group of a server when the client is gone, however it went: a small shell waits on a pipe whose
 * other end only the client holds. A line means that all is well; the end of the pipe means that nobody is left to
 * clean up. It costs a fraction of what a second Node process would.
 */
export function watchOver(leader: number, log: (line: string) => void): Watchdog {
  // In a session of its own, or a Ctrl-C in the terminal would end it together with the client.
  const shell = spawn('/bin/sh', ['-c', 'read -r _ || kill -9 "-$1"', 'watch', String(leader)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
    detached: true,
  });
  shell.on('error', (error) => log(`No watchdog for process group ${leader}: ${error.message}`));
  shell.stdin.on('error', () => undefined);
  return {
    async release() {
      if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
      const gone = once(shell, 'exit');
      shell.stdin.end('\n');
      await gone;
    },
  };
}
