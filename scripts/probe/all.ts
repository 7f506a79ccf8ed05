import { basename } from 'node:path';
import { HarnessError } from '../../harness/error.ts';
import { CommandError } from '../error.ts';
import { allDriverFiles } from './drivers.ts';
import { type ProbeOptions, type ProbeStreams, runProbe } from './probe.ts';
import { checkFileOfEach } from './report-files.ts';

/**
 * Runs every client that has a driver, one after the other. What cannot be run is said, and keeps the others from nothing.
 * Answers with the first of 130, 2, 3, 1 that any of them gave, else 0. With `resume`, clients that the interrupted
 * invocation had finished are not run again. Throws CommandError `usage` where reports of all would be one file.
 */
export async function runProbeOfAll(options: ProbeOptions, streams: ProbeStreams): Promise<number> {
  checkFileOfEach(options);
  const last: (() => Promise<void>)[] = [];
  const answers: number[] = [];
  for (const driver of await allDriverFiles()) {
    streams.stdout(`\n${basename(driver, '.json')}\n`);
    const each = { ...options, driver, afterwards: (work: () => Promise<void>) => last.push(work) };
    const answer = await runProbe(each, streams).catch((error: unknown) => {
      if (!(error instanceof HarnessError || error instanceof CommandError)) throw error;
      streams.say(`Error: ${error.message}`);
      return 2;
    });
    if (answer === 130) return answer;
    answers.push(answer);
  }
  for (const work of last) await work();
  return [2, 3, 1].find((answer) => answers.includes(answer)) ?? 0;
}
