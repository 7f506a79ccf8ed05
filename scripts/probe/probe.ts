import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import driverSchema from '../../data/schema/driver.schema.json';
import type { Driver } from '../../data/types/driver.ts';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { openJournal } from '../../harness/capture/journal.ts';
import { HarnessError } from '../../harness/error.ts';
import { fill } from '../../harness/launch/driven.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { planRuns } from '../../harness/plan/matrix.ts';
import { showProgress } from '../../harness/report/progress.ts';
import { summarise } from '../../harness/report/summary.ts';
import { runPlan } from '../../harness/run-plan.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Scenario, ServerMode, Transport } from '../../scenarios/types.ts';
import { readBaseline } from './baseline.ts';

export interface ProbeOptions {
  /** The folder of this package: driver files, `dist/`. */
  root: string;
  client: string;
  /** A driver file, instead of the one of `client` in `data/drivers/`. */
  driver?: string;
  config?: string;
  transport?: Transport;
  scenario?: string;
  server: ServerMode;
  jobs?: number;
  timeoutSeconds: number;
  /** The folder of runs. */
  out: string;
  resume: boolean;
  cancel: AbortSignal;
  /** The scenarios to choose from; the real ones unless a test brings its own. */
  known?: { scenarios: Scenario[]; standard: Scenario[]; calibration: Scenario };
}

/** Runs clients under the mocked model against the fixture and keeps the evidence. Answers with the exit code. */
export async function runProbe(
  options: ProbeOptions,
  streams: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream },
): Promise<number> {
  const path = options.driver ?? join(options.root, 'data', 'drivers', `${options.client}.json`);
  const driver = await readDriver(path, driverSchema);
  const version = await readVersion(driver, options.root);
  const known = options.known ?? { scenarios, standard: resultScenarios, calibration };
  const { cells, notApplicable } = planRuns(driver, version, known, options);
  const total = cells.reduce((sum, { runs }) => sum + runs.length + 1, 0);
  const runs = resolve(options.out);
  const asked = JSON.stringify([driver.client, version, cells.map(({ runs }) => runs.map(({ run }) => run))]);
  const journal = await openJournal(runs, asked, options.resume);
  const baseline = await readBaseline(options.root, driver.client);
  const progress = showProgress(total - journal.finished.size, streams.stderr);
  const workspace = await makeWorkspace();
  const model = await startMockedModel();
  const fixture = await startHttpFixture();
  try {
    const stage = {
      root: options.root,
      driver,
      workspace,
      model,
      fixture,
      timeoutSeconds: options.timeoutSeconds,
      cancel: options.cancel,
    };
    const outcomes = await runPlan(cells, {
      stage,
      runs,
      jobs: options.jobs ?? availableParallelism() + 1,
      finished: journal.finished,
      note: (key) => journal.note(key),
      listener: (run, outcome) => progress.step(run, outcome),
    });
    progress.end();
    await journal.remove();
    const summary = summarise(outcomes, notApplicable, baseline, streams.stdout.columns ?? 140);
    streams.stdout.write(summary.text);
    if (journal.finished.size > 0)
      streams.stdout.write(`${journal.finished.size} runs were finished before and not repeated\n`);
    if (summary.inconclusive > 0) return 3;
    return summary.differing > 0 ? 1 : 0;
  } catch (error) {
    if (!options.cancel.aborted) throw error;
    progress.end();
    streams.stderr.write('Interrupted. Finished runs are kept; --resume goes on after them.\n');
    return 130;
  } finally {
    progress.end();
    await Promise.all([model.close(), fixture.close(), workspace.remove()]);
  }
}

async function readVersion(driver: Driver, root: string): Promise<string> {
  const [program = '', ...args] = driver.version.command.map((item) =>
    fill(item, { node: process.execPath, root }, 'version.command'),
  );
  const result = await execa(program, args, { reject: false, stdin: 'ignore', timeout: 60_000 });
  const match = new RegExp(driver.version.pattern).exec(result.stdout ?? '');
  if (result.failed || match === null)
    throw new HarnessError(
      'missing',
      `Expected "${[program, ...args].join(' ')}" to print a version of ${driver.client}, got ${result.failed ? result.shortMessage : JSON.stringify(result.stdout)}.`,
    );
  return match[1] ?? match[0];
}
