import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Containment, Identity } from './containment.ts';
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
    // Without /proc nothing better is known than that the group takes signals.
    return listMembers(leader)?.some(({ runs }) => runs) ?? true;
  },
  identify,
  members: (leader) => (listMembers(leader) ?? []).filter(({ runs }) => runs),
};

let machineName: string | undefined;

/** This start of this machine, and this container: process numbers and start times of another say nothing here. */
function machine(): string {
  machineName ??= [
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ].join('/');
  return machineName;
}

function listMembers(group: number): Identity[] | undefined {
  const names = attempt(() => readdirSync('/proc'));
  return names
    ?.filter((name) => /^\d+$/.test(name))
    .map((name) => identify(Number(name)))
    .filter((found) => found?.group === group) as Identity[] | undefined;
}

/** From `/proc/<pid>/stat` (proc(5)), whose second field may itself hold spaces and brackets. */
function identify(pid: number): Identity | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state = '', , group = ''] = fields;
  // Field 22, in ticks since the machine started.
  const start = `${machine()}/${fields[19] ?? ''}`;
  return { pid, start, group: Number(group), runs: state !== 'Z' && state !== 'X' };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
