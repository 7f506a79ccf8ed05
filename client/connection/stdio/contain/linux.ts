import { readdirSync, readFileSync } from 'node:fs';
import type { Containment } from './containment.ts';
import { posix } from './posix.ts';

/**
 * Linux: a dead process that its parent never collects still takes signals, in a container it may be for ever, so that
 * `/proc` is asked for the states.
 */
export const linux: Containment = {
  ...posix,
  runs(leader) {
    try {
      process.kill(-leader, 0);
    } catch (error) {
      // EPERM: there is one, under another user.
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
    return hasLivingMember(leader);
  },
};

function hasLivingMember(group: number): boolean {
  // Without /proc nothing better is known than that the group takes signals.
  const pids = listPids();
  if (pids === undefined) return true;
  return pids.some((pid) => {
    const status = readStatus(pid);
    return status !== undefined && status.group === group && status.state !== 'Z' && status.state !== 'X';
  });
}

function listPids(): string[] | undefined {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
}

/** State and group from `/proc/<pid>/stat`, whose second field may itself hold spaces and brackets. */
function readStatus(pid: string): { state: string; group: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , group = ''] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
}
