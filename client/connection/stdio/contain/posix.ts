import type { Containment } from './containment.ts';
import { behindGate } from './gate.ts';
import { watchOver } from './watchdog.ts';

/**
 * What Linux and macOS share: a server leads a process group, a signal reaches all of it, and a shell watches over it.
 * Who leaves the group for a session of its own, as a daemon does on purpose, is not followed.
 */
export const posix: Omit<Containment, 'runs' | 'identify' | 'members'> = {
  ownSession: true,
  behindGate,
  watchOver,
  signal(leader, signal) {
    try {
      process.kill(-leader, signal);
    } catch {
      // Gone already, or not ours to signal; whether any is alive is asked separately.
    }
  },
};
