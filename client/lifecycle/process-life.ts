import { readFileSync } from 'node:fs';

/** A process, so that another one with the same number is not taken for it. */
export interface ProcessMark {
  pid: number;
  /** When it started, in ticks of the kernel since the machine did; undefined where the system does not tell. */
  start?: string;
}

/** This process, or the one with that number. */
export function markOf(pid: number): ProcessMark {
  const start = startOf(pid);
  return start === undefined ? { pid } : { pid, start };
}

/** Whether the very process that was marked runs. */
export function isAlive({ pid, start }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, and is another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return start === undefined || now === undefined || now === start;
}

/** Field 22 of proc(5) stat; the second field, the name, may hold spaces and brackets. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
