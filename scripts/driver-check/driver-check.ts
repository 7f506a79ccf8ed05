import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { HarnessError } from '../../harness/error.ts';
import { startFence } from '../../harness/fence/fence.ts';
import { readVersion } from '../../harness/launch/version.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { planRuns } from '../../harness/plan/matrix.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import { packageRoot } from '../paths.ts';
import { makeReady } from '../probe/drivers.ts';
import type { Streams } from '../streams.ts';
import { checkCell, type Finding } from './check.ts';

export interface DriverCheckOptions extends Streams {
  /** The driver's file. */
  file: string;
  timeoutSeconds: number;
  cancel: AbortSignal;
}

/** What the driver is asked to show: one tool, with everything in its result that is usual. */
const SCENARIO = 'tools.result.summary_and_data';

/**
 * Holds a driver against five self-tests, in each cell of its matrix: it is installed and says its version; it talks,
 * calls the tool and ends; the tool has the name that the driver says; it does the same twice; it asks for no host but
 * this machine. Answers with 0, or with 1 when one of them fails. Throws HarnessError for a file that is no driver.
 */
export async function runDriverCheck({
  file,
  timeoutSeconds,
  cancel,
  stdout,
  stderr,
}: DriverCheckOptions): Promise<number> {
  const driver = await readDriver(file);
  const closing: (() => Promise<void>)[] = [];
  const findings: Finding[] = [];
  const say = (where: string, found: Finding[]): void => {
    for (const { test, wrong } of found)
      stdout(
        `${wrong === undefined ? 'ok  ' : 'FAIL'} ${where}: ${test}${wrong === undefined ? '' : `\n       ${wrong}`}\n`,
      );
    findings.push(...found);
  };
  try {
    const workspace = await makeWorkspace();
    closing.push(() => workspace.remove());
    const folder = await mkdtemp(join(tmpdir(), 'driver-check-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const [model, fixture, fence] = await Promise.all([
      startMockedModel(),
      startHttpFixture(),
      startFence({ root: packageRoot() }),
    ]);
    closing.push(
      () => model.close(),
      () => fixture.close(),
      () => fence.close(),
    );
    const ready = await installedVersion(driver, file, { workspace, cancel, say: (line) => stderr(`${line}\n`) });
    say(driver.client, [{ test: 'is installed and says its version', wrong: ready.wrong }]);
    if (ready.wrong === undefined) {
      const { installed, version } = ready;
      const stage = {
        root: packageRoot(),
        folder: dirname(resolve(file)),
        driver,
        workspace,
        model,
        fixture,
        timeoutSeconds,
        cancel,
        ...(installed && { installed }),
        ...(driver.fence !== 'none' && { fence }),
      };
      const standard = resultScenarios.filter(({ id }) => id === SCENARIO);
      const { cells } = planRuns(driver, version, { scenarios: standard, standard, calibration }, { server: 'both' });
      for (const [index, cell] of cells.entries()) {
        say(`${cell.config}/${cell.transport}`, await checkCell(cell, { stage, runs: join(folder, String(index)) }));
        cancel.throwIfAborted();
      }
    }
  } catch (error) {
    if (error !== cancel.reason) throw error;
    stderr('Interrupted.\n');
    return 130;
  } finally {
    await Promise.allSettled(closing.map((close) => close()));
  }
  const wrong = findings.filter((finding) => finding.wrong !== undefined).length;
  stdout(wrong === 0 ? `${findings.length} self-tests passed\n` : `${wrong} of ${findings.length} self-tests failed\n`);
  return wrong === 0 ? 0 : 1;
}

type Ready =
  | { wrong: undefined; version: string; installed: Awaited<ReturnType<typeof makeReady>> }
  | { wrong: string };

async function installedVersion(
  driver: Parameters<typeof makeReady>[0],
  file: string,
  {
    workspace,
    cancel,
    say,
  }: { workspace: Awaited<ReturnType<typeof makeWorkspace>>; cancel: AbortSignal; say: (line: string) => void },
): Promise<Ready> {
  try {
    const installed = await makeReady(driver, file, { say, cancel });
    const means = { workspace, folder: dirname(resolve(file)), cancel, ...(installed && { installed }) };
    const version = await readVersion(driver, packageRoot(), means);
    return { wrong: undefined, version, installed };
  } catch (error) {
    if (error instanceof HarnessError) return { wrong: error.message };
    throw error;
  }
}
