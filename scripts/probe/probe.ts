import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { claimRuns } from '../../harness/capture/claim.ts';
import { openJournal } from '../../harness/capture/journal.ts';
import { readVersion } from '../../harness/launch/version.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { planRuns } from '../../harness/plan/matrix.ts';
import { showProgress } from '../../harness/report/progress.ts';
import { summarise } from '../../harness/report/summary.ts';
import { runPlan } from '../../harness/run-plan.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Scenario, ServerMode, Transport } from '../../scenarios/types.ts';
import { dataFile, packageRoot, placesOf } from '../paths.ts';
import { readBaseline } from './baseline.ts';

const KNOWN = { scenarios, standard: resultScenarios, calibration };

export interface ProbeOptions {
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

/**
 * Runs clients under the mocked model against the fixture and keeps the evidence. Answers with the exit code. Throws
 * HarnessError and CommandError for what was asked wrongly and for what cannot be read or written.
 */
export async function runProbe(
  options: ProbeOptions,
  streams: { stdout: (text: string) => void; stderr: NodeJS.WriteStream; width: number },
): Promise<number> {
  const { root } = placesOf({});
  const driver = await readDriver(options.driver ?? dataFile(root, join('drivers', `${options.client}.json`)));
  const baseline = await readBaseline(root, driver.client);
  const closing: (() => Promise<void>)[] = [];
  const progress = showProgress(streams.stderr);
  try {
    const workspace = await makeWorkspace();
    closing.push(() => workspace.remove());
    const { cancel, timeoutSeconds } = options;
    const version = await readVersion(driver, packageRoot(), { workspace, cancel });
    const { cells, notApplicable } = planRuns(driver, version, options.known ?? KNOWN, options);
    const runs = resolve(options.out);
    closing.push(await claimRuns(runs, { client: driver.client, version }));
    const journal = await openJournal(runs, JSON.stringify([driver, version, cells]), options.resume);
    const model = await startMockedModel();
    closing.push(() => model.close());
    const fixture = await startHttpFixture();
    closing.push(() => fixture.close());
    progress.begin(cells.reduce((sum, cell) => sum + cell.runs.length + 1, 0) - journal.finished.size);
    const outcomes = await runPlan(cells, {
      stage: { root: packageRoot(), driver, workspace, model, fixture, timeoutSeconds, cancel },
      runs,
      jobs: options.jobs ?? availableParallelism() + 1,
      finished: journal.finished,
      note: (key) => journal.note(key),
      listener: (run, outcome) => progress.step(run, outcome),
    });
    progress.end();
    await journal.remove();
    const summary = summarise(outcomes, notApplicable, baseline, streams.width);
    streams.stdout(summary.text);
    if (journal.finished.size > 0)
      streams.stdout(`${journal.finished.size} runs were finished before and not repeated\n`);
    if (summary.inconclusive > 0) return 3;
    return summary.differing > 0 ? 1 : 0;
  } catch (error) {
    progress.end();
    if (error !== options.cancel.reason) throw error;
    streams.stderr.write('Interrupted. Finished runs are kept; --resume goes on after them.\n');
    return 130;
  } finally {
    // One that fails must not keep the others from it, nor change the answer.
    await Promise.allSettled(closing.map((close) => close()));
  }
}
