import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** How often a process that does not rest is looked at before it is read all the same: about a second in all. */
const LOOKS = 10_000;

/**
 * The CPU seconds of a process that lives, all its threads and none of its children. On Linux in nanoseconds, read when
 * all threads rest, since the kernel brings a running one up to date only now and then; elsewhere by `ps`, to 10 ms.
 */
export function ownCpuSeconds(pid: number): number {
  if (!existsSync('/proc/self/schedstat'))
    return secondsOf(execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }));
  const read = (thread: string, file: string): string => readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8');
  const threads = readdirSync(`/proc/${pid}/task`);
  for (let look = 0; look < LOOKS && threads.some((each) => read(each, 'stat').includes(') R ')); look += 1);
  return threads.reduce((sum, each) => sum + Number.parseInt(read(each, 'schedstat'), 10), 0) / 1e9;
}

/** `ps` writes `1:02.34`, or `1:02:03`. */
export function secondsOf(time: string): number {
  return time
    .trim()
    .split(':')
    .reduce((sum, part) => 60 * sum + Number(part), 0);
}
