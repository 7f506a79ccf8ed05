import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { asksFor } from '../../harness/baseline/asked.ts';
import type { Baseline } from '../../harness/baseline/baseline.ts';
import { keepAsked } from '../../harness/capture/asked.ts';
import { claimRuns } from '../../harness/capture/claim.ts';
import { startFence } from '../../harness/fence/fence.ts';
import { readVersion } from '../../harness/launch/version.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { planRuns, type Selection } from '../../harness/plan/matrix.ts';
import type { Run } from '../../harness/plan/run.ts';
import type { Progress } from '../../harness/report/progress.ts';
import { answerOf, type ProbeReport, resultsOf, staleOf } from '../../harness/report/results.ts';
import type { Outcome } from '../../harness/run-plan.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { checkBelow } from '../keep-file.ts';
import { packageRoot } from '../paths.ts';
import { baselinePath, readBaseline, updateBaseline } from './baseline.ts';
import { makeReady } from './drivers.ts';
import { probeIsolated } from './isolated.ts';
import { probeSessions, shareable } from './session.ts';

const KNOWN = { scenarios, standard: resultScenarios, calibration };

export interface ClientProbe extends Selection {
  driver: Driver;
  /** Where the driver was read: its `install.host` is relative to that. */
  driverFile: string;
  /** The folder of the registry: baselines lie in its `data/`, clients are installed into its `.clients/`. */
  root: string;
  jobs?: number;
  timeoutSeconds: number;
  /** The folder of runs. */
  out: string;
  resume: boolean;
  /** What has a client process of its own. */
  isolate: 'scenario' | 'session';
  /** What becomes of the client's baseline: verdicts are held against it, it is written anew, or it is left alone. */
  baseline: 'compare' | 'update' | 'ignore';
  cancel: AbortSignal;
  progress: Progress;
  /** Says something to the person who waits. */
  say: (text: string) => void;
  /** Collects what is done at the very end, where this probe is a part of a greater one. */
  afterwards?: ((work: () => Promise<void>) => void) | undefined;
  /** The scenarios to choose from; the real ones unless a test brings its own. */
  known?: { scenarios: Scenario[]; standard: Scenario[]; calibration: Scenario };
}

/** What came of a probe. */
export interface Probed {
  report: ProbeReport;
  /** Runs that cannot exist, or not in a session. */
  notApplicable: Run[];
  /** What else is to be said of it, in whole lines. */
  note: string;
}

/**
 * Runs one client under the mocked model against the fixture, keeps the evidence, and holds it against the client's
 * baseline. Throws HarnessError and CommandError for what was asked wrongly and for what cannot be read or written, and
 * the reason of `cancel` when it was cancelled.
 */
export async function probeClient(asked: ClientProbe): Promise<Probed> {
  const { root, driver, isolate } = asked;
  // Sessions are held against isolated runs.
  if (isolate === 'session' || asked.baseline === 'ignore') return runClient(asked, undefined);
  if (asked.baseline === 'update') await checkBelow(root, join(root, baselinePath(driver.client)));
  const baseline = await readBaseline(root, driver.client);
  const probed = await runClient(asked, baseline);
  const { report } = probed;
  if (asked.baseline === 'update') {
    const note = await updateBaseline(root, report, baseline);
    // What differs from the baseline of before was to become the new one.
    return {
      ...probed,
      report: { ...report, exitCode: report.exitCode === 1 ? 0 : report.exitCode },
      note: `${probed.note}${note}`,
    };
  }
  if (baseline !== undefined) return probed;
  const hint = `No ${baselinePath(driver.client)} to be held against: "probe --update-baseline" makes it.\n`;
  return { ...probed, note: `${probed.note}${hint}` };
}

async function runClient(asked: ClientProbe, baseline: Baseline | undefined): Promise<Probed> {
  const { driver, driverFile, root, progress, say, cancel, timeoutSeconds } = asked;
  const known = asked.known ?? KNOWN;
  const isSession = asked.isolate === 'session';
  const closing: (() => Promise<void>)[] = [];
  try {
    const workspace = await makeWorkspace();
    closing.push(() => workspace.remove());
    const installed = await makeReady(driver, driverFile, { root, say, cancel });
    const folder = dirname(resolve(driverFile));
    const means = { workspace, folder, cancel, ...(installed && { installed }) };
    const version = await readVersion(driver, packageRoot(), means);
    const plan = planRuns(driver, version, known, asked);
    const { cells, alone } = isSession ? shareable(driver, plan.cells) : { cells: plan.cells, alone: [] };
    const runs = resolve(asked.out);
    await checkBelow(resolve(root), runs);
    closing.push(await claimRuns(runs, { client: driver.client, version }));
    const model = await startMockedModel();
    closing.push(() => model.close());
    const fixture = await startHttpFixture();
    closing.push(() => fixture.close());
    const fence = driver.fence === 'none' ? undefined : await startFence({ root: packageRoot() });
    if (fence !== undefined) closing.push(() => fence.close());
    const hosts = new Set<string>();
    const stage = {
      root: packageRoot(),
      folder,
      driver,
      workspace,
      model,
      fixture,
      timeoutSeconds,
      cancel,
      ...(installed && { installed }),
      ...(fence && { fence, asked: hosts }),
    };
    const jobs = asked.jobs ?? availableParallelism() + 1;
    const last: (() => Promise<void>)[] = [];
    const afterwards = asked.afterwards ?? ((work) => void last.push(work));
    const probing = { stage, cells, runs, jobs, baseline, progress, say, afterwards };
    const found = isSession
      ? await probeSessions(probing)
      : await probeIsolated(probing, { asked: JSON.stringify([driver, version, cells]), resume: asked.resume });
    progress.end();
    for (const work of last) await work();
    if (fence !== undefined && !isSession) await keepAsked(runs, { client: driver.client, version }, hosts);
    const capabilities = new Map(known.scenarios.map(({ id, capability }) => [id, capability]));
    const outcomes = [...found.outcomes, ...plan.unsupported.map(unsupportedOutcome)];
    const results = resultsOf(outcomes, found.baseline, (id) => capabilities.get(id) ?? id);
    const stale = baseline === undefined ? [] : staleOf(results, baseline, asksFor({ driver, known }, asked));
    const compared = { client: driver.client, clientVersion: version, baseline: found.baseline?.name ?? null };
    const report = { ...compared, results, stale, exitCode: found.unknown > 0 ? 3 : answerOf({ results, stale }) };
    return { report, notApplicable: [...plan.notApplicable, ...alone], note: found.note };
  } catch (error) {
    progress.end();
    throw error;
  } finally {
    // One that fails must not keep the others from it, nor change the answer.
    await Promise.allSettled(closing.map((close) => close()));
  }
}

function unsupportedOutcome({ run, reason }: { run: Run; reason: string }): Outcome {
  return { run, kind: 'inconclusive', inconclusive: { kind: 'inconclusive', reason: 'unsupported', detail: reason } };
}
