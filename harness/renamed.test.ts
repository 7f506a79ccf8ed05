import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { PublishedVerdicts } from '../data/types/published.ts';
import { startHttpFixture } from '../fixture-server/http.ts';
import { canary, findCanaries } from '../scenarios/canary.ts';
import { calibration, resultScenarios } from '../scenarios/index.ts';
import { png } from '../scenarios/result/png.ts';
import type { Scenario } from '../scenarios/types.ts';
import { makeWorkspace } from './launch/workspace.ts';
import { startMockedModel } from './model/server.ts';
import { readDriver } from './plan/driver.ts';
import { planRuns } from './plan/matrix.ts';
import { runPlan } from './run-plan.ts';

const root = resolve(import.meta.dirname, '..');

/** The same scenario under other names of the same length and with other tokens: nothing in it can be known by heart. */
function renamed(scenario: Scenario): Scenario {
  const rename = (text: string): string => {
    let changed = text.replaceAll('probe', 'depot');
    for (const { token } of findCanaries(text)) changed = changed.replaceAll(token, other(token));
    return changed;
  };
  const images = new Map(
    JSON.stringify(scenario)
      .match(/img~[a-z0-9~]+/g)
      ?.map((token) => [png(token), png(other(token))]),
  );
  return JSON.parse(JSON.stringify(scenario), (_key, value: unknown) =>
    typeof value === 'string' ? (images.get(value) ?? rename(value)) : value,
  ) as Scenario;
}

function other(token: string): string {
  const [kind = '', part = ''] = token.split('~');
  return canary(kind as 'cnt', part, `another seed for ${token}`);
}

it('gets the 85 published verdicts under other names and with other tokens', async () => {
  const published = JSON.parse(
    await readFile(join(root, 'data/published/hermes-agent@0.23.0+689.ga9ff979.json'), 'utf8'),
  ) as PublishedVerdicts;
  const scenarios = resultScenarios.map((scenario) => ({ ...renamed(scenario), id: scenario.id }));
  expect(JSON.stringify(scenarios)).not.toContain('probe_');
  const folder = await mkdtemp(join(tmpdir(), 'renamed-'));
  const [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
  try {
    const driver = await readDriver(join(root, 'data/drivers/hermes-ts.json'));
    const known = { scenarios, standard: scenarios, calibration: renamed(calibration) };
    const { cells } = planRuns(driver, '1', known, { server: 'both' });
    const outcomes = await runPlan(cells, {
      stage: { root, driver, workspace, model, fixture, timeoutSeconds: 100, cancel: new AbortController().signal },
      runs: folder,
      jobs: 3,
      finished: new Set(),
      note: () => Promise.resolve(),
      listener: () => undefined,
    });
    const ours = outcomes.map((outcome) => [
      `${outcome.run.config}/${outcome.run.transport} ${outcome.run.scenario}`,
      outcome.kind === 'judged' ? outcome.record.verdict.short.replaceAll('depot', 'probe') : outcome.inconclusive,
    ]);
    const theirs = published.records.map(({ config, transport, scenario, verdict }) => [
      `${config}/${transport} ${scenario}`,
      verdict,
    ]);
    expect(theirs).toHaveLength(85);
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(theirs));
  } finally {
    await Promise.all([model.close(), fixture.close(), workspace.remove(), rm(folder, { recursive: true })]);
  }
}, 170_000);
