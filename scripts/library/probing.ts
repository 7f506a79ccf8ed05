import { join, resolve } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../../harness/error.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { checkDriver, readDriver } from '../../harness/plan/driver.ts';
import type { RunResult as ReportedResult } from '../../harness/report/results.ts';
import { probeClient } from '../probe/probe-client.ts';
import type { ProbeOptions, ProbeResult, RunResult } from './types.ts';

const SILENT = { begin: () => undefined, step: () => undefined, end: () => undefined };

/** What `probe` of the library does; it says what is thrown. */
export async function probeOnce(options: ProbeOptions): Promise<ProbeResult> {
  const { jobs, timeoutSeconds = 60, signal = new AbortController().signal } = options;
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0)) throw wrong('jobs', 'a whole number from 1', jobs);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400))
    throw wrong('timeoutSeconds', 'a number of seconds, at most a day', timeoutSeconds);
  const root = resolve(options.root ?? '.');
  const { driver, driverFile } = await driverOf(options.driver, root);
  return keeping(options.out === undefined ? undefined : resolve(root, options.out), async (out) => {
    const { report } = await probeClient({
      ...chosen(options),
      ...(jobs !== undefined && { jobs }),
      driver,
      driverFile,
      root,
      out,
      timeoutSeconds,
      resume: false,
      isolate: 'scenario',
      baseline: options.baseline ?? 'compare',
      cancel: signal,
      progress: SILENT,
      say: options.say ?? (() => undefined),
    });
    const { client, clientVersion, results, stale, exitCode } = report;
    return { client, clientVersion, results: results.map(resultOf), stale, exitCode };
  });
}

async function driverOf(driver: string | Driver, root: string): Promise<{ driver: Driver; driverFile: string }> {
  const driverFile = resolve(root, typeof driver === 'string' ? driver : 'driver.json');
  if (typeof driver === 'string') return { driver: await readDriver(driverFile), driverFile };
  return { driver: checkDriver(driver, '"driver"'), driverFile };
}

function chosen({ config, transport, scenario, server = 'both' }: ProbeOptions) {
  return {
    ...(config !== undefined && { config }),
    ...(transport !== undefined && { transport }),
    ...(scenario !== undefined && { scenario }),
    server,
  };
}

/** Does `work` with a folder of runs: `out`, or one that is gone afterwards, however this process ends. */
async function keeping<T>(out: string | undefined, work: (out: string) => Promise<T>): Promise<T> {
  if (out !== undefined) return work(out);
  const workspace = await makeWorkspace();
  try {
    const { root } = await workspace.open('runs');
    return await work(join(root, 'runs'));
  } finally {
    await workspace.remove();
  }
}

function resultOf({ run, outcome, status, changes }: ReportedResult): RunResult {
  const stands = { run, status, changes };
  return outcome.kind === 'judged'
    ? { ...stands, record: outcome.record }
    : { ...stands, inconclusive: outcome.inconclusive };
}

function wrong(member: string, expected: string, got: unknown): HarnessError {
  return new HarnessError('usage', `Expected "${member}" to be ${expected}, got ${String(got)}.`);
}
