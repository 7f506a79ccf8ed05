import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { keepAsked } from '../../harness/capture/asked.ts';
import { claimRuns } from '../../harness/capture/claim.ts';
import { HarnessError } from '../../harness/error.ts';
import { startFence } from '../../harness/fence/fence.ts';
import { readVersion } from '../../harness/launch/version.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { planRuns } from '../../harness/plan/matrix.ts';
import type { Run } from '../../harness/plan/run.ts';
import { showProgress } from '../../harness/report/progress.ts';
import { summarise } from '../../harness/report/summary.ts';
import type { Outcome } from '../../harness/run-plan.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Scenario, ServerMode, Transport } from '../../scenarios/types.ts';
import { packageRoot, placesOf } from '../paths.ts';
import { readBaseline } from './baseline.ts';
import { driverFileOf, makeReady } from './drivers.ts';
import { probeIsolated } from './isolated.ts';
import { probeSessions, shareable } from './session.ts';

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
  /** What has a client process of its own. */
  isolate: 'scenario' | 'session';
  cancel: AbortSignal;
  /** Collects what is done at the very end, where this probe is a part of a greater one. */
  afterwards?: (work: () => Promise<void>) => void;
  /** The scenarios to choose from; the real ones unless a test brings its own. */
  known?: { scenarios: Scenario[]; standard: Scenario[]; calibration: Scenario };
}

export interface ProbeStreams {
  stdout: (text: string) => void;
  stderr: NodeJS.WriteStream;
  /** Columns of a table. */
  width: number;
}

/**
 * Runs a client under the mocked model against the fixture and keeps the evidence. Answers with the exit code. Throws
 * HarnessError and CommandError for what was asked wrongly and for what cannot be read or written.
 */
export async function runProbe(options: ProbeOptions, streams: ProbeStreams): Promise<number> {
  if (options.isolate === 'session' && options.resume)
    throw new HarnessError(
      'usage',
      'Expected --resume with isolated runs, got --isolate session: it is run as a whole.',
    );
  const { root } = placesOf({});
  const driverFile = await driverFileOf(options);
  const driver = await readDriver(driverFile);
  const baseline = await readBaseline(root, driver.client);
  const closing: (() => Promise<void>)[] = [];
  const progress = showProgress(streams.stderr);
  try {
    const workspace = await makeWorkspace();
    closing.push(() => workspace.remove());
    const { cancel, timeoutSeconds } = options;
    const say = (text: string): void => void streams.stderr.write(`${text}\n`);
    const installed = await makeReady(driver, driverFile, { say, cancel });
    const version = await readVersion(driver, packageRoot(), { workspace, cancel, ...(installed && { installed }) });
    const plan = planRuns(driver, version, options.known ?? KNOWN, options);
    const { cells, alone } =
      options.isolate === 'session' ? shareable(driver, plan.cells) : { cells: plan.cells, alone: [] };
    const runs = resolve(options.out);
    closing.push(await claimRuns(runs, { client: driver.client, version }));
    const model = await startMockedModel();
    closing.push(() => model.close());
    const fixture = await startHttpFixture();
    closing.push(() => fixture.close());
    const fence = driver.fence === 'none' ? undefined : await startFence({ root: packageRoot() });
    if (fence !== undefined) closing.push(() => fence.close());
    const asked = new Set<string>();
    const stage = {
      root: packageRoot(),
      driver,
      workspace,
      model,
      fixture,
      timeoutSeconds,
      cancel,
      ...(installed && { installed }),
      ...(fence && { fence, asked }),
    };
    const jobs = options.jobs ?? availableParallelism() + 1;
    const last: (() => Promise<void>)[] = [];
    const afterwards = options.afterwards ?? ((work) => void last.push(work));
    const probing = { stage, cells, runs, jobs, baseline, progress, say, afterwards };
    const found =
      options.isolate === 'session'
        ? await probeSessions(probing)
        : await probeIsolated(probing, { asked: JSON.stringify([driver, version, cells]), resume: options.resume });
    progress.end();
    for (const work of last) await work();
    if (fence !== undefined && options.isolate === 'scenario')
      await keepAsked(runs, { client: driver.client, version }, asked);
    const outcomes = [...found.outcomes, ...plan.unsupported.map(unsupportedOutcome)];
    const summary = summarise(outcomes, [...plan.notApplicable, ...alone], found.baseline, streams.width);
    streams.stdout(`${summary.text}${found.note}`);
    if (summary.inconclusive > 0 || found.unknown > 0) return 3;
    return summary.differing > 0 ? 1 : 0;
  } catch (error) {
    progress.end();
    if (error !== options.cancel.reason) throw error;
    streams.stderr.write(
      options.isolate === 'session'
        ? 'Interrupted.\n'
        : 'Interrupted. Finished runs are kept; --resume goes on after them.\n',
    );
    return 130;
  } finally {
    // One that fails must not keep the others from it, nor change the answer.
    await Promise.allSettled(closing.map((close) => close()));
  }
}

function unsupportedOutcome({ run, reason }: { run: Run; reason: string }): Outcome {
  return { run, kind: 'inconclusive', inconclusive: { kind: 'inconclusive', reason: 'unsupported', detail: reason } };
}
