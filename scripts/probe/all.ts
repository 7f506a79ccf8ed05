import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from '../../harness/error.ts';
import { dataFile, placesOf } from '../paths.ts';
import { type ProbeOptions, type ProbeStreams, runProbe } from './probe.ts';

/**
 * Runs every client that has a driver, one after the other. What cannot be run is said, and keeps the others from nothing.
 * Answers with the first of 130, 2, 3, 1 that any of them gave, else 0. With `resume`, clients that the interrupted
 * invocation had finished are not run again.
 */
export async function runProbeOfAll(options: ProbeOptions, streams: ProbeStreams): Promise<number> {
  const folder = dataFile(placesOf({}).root, 'drivers');
  const drivers = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const last: (() => Promise<void>)[] = [];
  const answers: number[] = [];
  for (const name of drivers) {
    streams.stdout(`\n${name.replace('.json', '')}\n`);
    const each = { ...options, driver: join(folder, name), afterwards: (work: () => Promise<void>) => last.push(work) };
    const answer = await runProbe(each, streams).catch((error: unknown) => {
      if (!(error instanceof HarnessError)) throw error;
      streams.stderr.write(`Error: ${error.message}\n`);
      return 2;
    });
    if (answer === 130) return answer;
    answers.push(answer);
  }
  for (const work of last) await work();
  return [2, 3, 1].find((answer) => answers.includes(answer)) ?? 0;
}
