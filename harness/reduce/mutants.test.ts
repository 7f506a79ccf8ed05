import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { makeWorkspace } from '../launch/workspace.ts';
import { startMockedModel } from '../model/server.ts';
import { readDriver } from '../plan/driver.ts';
import { planRuns } from '../plan/matrix.ts';
import { runPlan } from '../run-plan.ts';
import { reduceModelLines } from './reduce.ts';
import { envelopeOf, type Files, judged } from './testing/judged.ts';

// Clients with a fault each (harness/mutants), as real processes.
const MUTANTS = ['both-twice', 'cut-at-500', 'image-part', 'never-offered', 'structured-base64', 'xml-envelope'];

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let model: Awaited<ReturnType<typeof startMockedModel>>;
let fixture: Awaited<ReturnType<typeof startHttpFixture>>;
let workspace: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reduced-'));
  [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
});

afterAll(async () => {
  await Promise.all([model.close(), fixture.close(), workspace.remove(), rm(folder, { recursive: true })]);
});

it.each(MUTANTS)('the reduced form of every run of the mutant %s gives the same verdict', async (mutant) => {
  const runs = await runMutant(mutant);
  expect(runs).toHaveLength(resultScenarios.length);
  for (const { scenario, full, calibrated } of runs) {
    const envelope = envelopeOf(calibrated);
    expect(envelopeOf(reduce(calibrated, calibration))).toEqual(envelope);
    const reduced = reduce(full, scenario);
    expect([scenario.id, judged(scenario, reduced, envelope)]).toEqual([scenario.id, judged(scenario, full, envelope)]);
    expect(reduced.model).not.toContain('Use your tools.');
    expect(full.model).toContain('Use your tools.');
  }
});

function reduce({ wire, model: full }: Files, scenario: Scenario): Files {
  return { wire, model: reduceModelLines(full, scenario) };
}

async function runMutant(mutant: string): Promise<{ scenario: Scenario; full: Files; calibrated: Files }[]> {
  const form = await readFile(join(import.meta.dirname, '../mutants/driver.json'), 'utf8');
  const path = join(folder, `${mutant}.json`);
  await writeFile(
    path,
    form.replaceAll('MUTANT', mutant).replace('"client": "mutant"', `"client": "reduced-${mutant}"`),
  );
  const driver = await readDriver(path);
  const known = { scenarios: resultScenarios, standard: resultScenarios, calibration };
  const { cells } = planRuns(driver, '1', known, { server: 'both' });
  const cancel = new AbortController().signal;
  const runs = join(folder, 'runs');
  await runPlan(cells, {
    stage: { root, driver, workspace, model, fixture, timeoutSeconds: 60, cancel },
    runs,
    jobs: 3,
    finished: new Set<string>(),
    note: () => Promise.resolve(),
    listener: () => undefined,
  });
  const records = (await readdir(join(runs, `reduced-${mutant}@1`), { recursive: true, withFileTypes: true })).filter(
    ({ name }) => name === 'record.json',
  );
  return Promise.all(
    records.map(async ({ parentPath }) => ({
      scenario: resultScenarios.find(({ id }) => parentPath.endsWith(`/${id}`)) as Scenario,
      full: await read(parentPath),
      calibrated: await read(join(dirname(parentPath), 'calibration')),
    })),
  );
}

async function read(run: string): Promise<Files> {
  const text = (name: string): Promise<string> => readFile(join(run, name), 'utf8');
  return { wire: await text('wire.jsonl'), model: await text('model.jsonl') };
}
