import { CommandError } from './error.ts';

/** Where a verb writes. Each call brings whole lines with their newlines. */
export interface Streams {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
}

/** The exit code of `work`; a CommandError is told on stderr and answers with 2 (README, "Exit codes"). */
export async function exitCodeOf({ stderr }: Streams, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    stderr(`${error.message}\n`);
    return 2;
  }
}

/** `count` and its noun: `1 record`, `85 records`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
