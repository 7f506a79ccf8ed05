import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import { makeWorkspace } from '../launch/workspace.ts';
import { startMockedModel } from '../model/server.ts';
import { readDriver } from '../plan/driver.ts';
import { planRuns } from '../plan/matrix.ts';
import { runPlan } from '../run-plan.ts';

/** What a client shows on stdio that connects once, lists once, and takes no notice of anything that it did not ask for. */
const SIMPLE = {
  'bonusFeatures.lazyServerStart': 'unsupported: 0 of 2 checks',
  // It waits for its answer for ever, and Node ends a program that waits for nothing.
  'bonusFeatures.sessionRecovery.stdio_death': 'unsupported: 1 of 4 checks',
  logging: 'unsupported: 0 of 5 checks',
  'protocol.versions.2024_11_05': 'full: 2 of 2 checks',
  'protocol.versions.2025_03_26': 'full: 2 of 2 checks',
  'protocol.versions.2025_06_18': 'full: 2 of 2 checks',
  'protocol.versions.2025_11_25': 'full: 2 of 2 checks',
  // It goes on as if it had agreed with the server on something, says nothing, and ends with an error of its own.
  'protocol.versions.2026_07_28': 'unsupported: 0 of 2 checks',
  'protocol.versions.eras': 'full: 2 of 2 checks',
  tools: 'partial: 3 of 5 checks',
  'tools.listChanged': 'unsupported: 0 of 4 checks',
  'tools.parallel': 'full: 3 of 3 checks',
  'transports.stdio': 'full: 4 of 4 checks',
};

it('a client without any of it gets what it deserves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-connection-'));
  const [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
  try {
    const form = await readFile(join(import.meta.dirname, 'driver.json'), 'utf8');
    await writeFile(join(folder, 'driver.json'), form.replaceAll('MUTANT', 'honest'));
    const driver = await readDriver(join(folder, 'driver.json'));
    const beyond = scenarios.filter((scenario) => !resultScenarios.includes(scenario));
    const known = { scenarios: beyond, standard: beyond, calibration };
    const { cells } = planRuns(driver, '1', known, { server: 'both', scenario: '*' });
    const root = resolve(import.meta.dirname, '../..');
    const outcomes = await runPlan(cells, {
      stage: { root, driver, workspace, model, fixture, timeoutSeconds: 60, cancel: new AbortController().signal },
      runs: join(folder, 'runs'),
      jobs: 3,
      finished: new Set(),
      note: () => Promise.resolve(),
      listener: () => undefined,
    });
    const shown = outcomes.map((outcome) => [
      outcome.run.scenario,
      outcome.kind === 'judged' ? outcome.record.verdict.short : `inconclusive: ${outcome.inconclusive.reason}`,
    ]);
    expect(Object.fromEntries(shown)).toEqual(SIMPLE);
  } finally {
    await Promise.all([model.close(), fixture.close(), workspace.remove(), rm(folder, { recursive: true })]);
  }
}, 170_000);
