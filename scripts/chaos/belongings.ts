import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds that would be leaked if it stayed. */
export interface Belongings {
  descriptors: number;
  /** Living children, and everybody else whose command names the folder. */
  processes: number[];
}

/** What this process holds now, by `/proc`; zombies count as dead. */
export function belongings(folder: string): Belongings {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ours = numbers.filter((pid) => {
    const stat = read(pid, 'stat');
    // proc(5): the second field is the name, in brackets, which may hold more of them.
    const [state = 'X', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const named = read(pid, 'cmdline').includes(folder);
    return state !== '' && !'ZX'.includes(state) && (parent === String(process.pid) || named);
  });
  return { descriptors: readdirSync('/proc/self/fd').length, processes: ours.map(Number) };
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
