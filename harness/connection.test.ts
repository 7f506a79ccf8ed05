import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpFixture } from '../fixture-server/http.ts';
import { calibration, resultScenarios, scenarios } from '../scenarios/index.ts';
import type { ServerMode, Transport } from '../scenarios/types.ts';
import { readTraffic } from './capture/store.ts';
import { deriveEnvelope } from './judge/envelope.ts';
import { readEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import { makeWorkspace } from './launch/workspace.ts';
import { startMockedModel } from './model/server.ts';
import { readDriver } from './plan/driver.ts';
import { planRuns } from './plan/matrix.ts';
import { runPlan } from './run-plan.ts';

const root = resolve(import.meta.dirname, '..');
const beyond = scenarios.filter((scenario) => !resultScenarios.includes(scenario));
const known = { scenarios: beyond, standard: beyond, calibration };
let folder: string;
let stage: Parameters<typeof runPlan>[1]['stage'];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
  closing.push(
    () => model.close(),
    () => fixture.close(),
    () => workspace.remove(),
  );
  const driver = await readDriver(join(root, 'data/drivers/hermes-ts.json'));
  stage = { root, driver, workspace, model, fixture, timeoutSeconds: 100, cancel: new AbortController().signal };
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connection-'));
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rm(folder, { recursive: true });
});

/** What our own client shows, by scenario; `runs` is where the evidence goes. */
async function probe(
  runs: string,
  selection: { config: string; transport: Transport; server?: ServerMode; scenario?: string },
): Promise<Record<string, string>> {
  const { cells } = planRuns(stage.driver, '1', known, { server: 'both', scenario: '*', ...selection });
  const outcomes = await runPlan(cells, {
    stage,
    runs,
    jobs: 3,
    finished: new Set(),
    note: () => Promise.resolve(),
    listener: () => undefined,
  });
  return Object.fromEntries(
    outcomes.map((outcome) => [
      outcome.run.scenario,
      outcome.kind === 'judged' ? outcome.record.verdict.short : outcome.inconclusive.detail,
    ]),
  );
}

/** Scenarios of a transport that our client does not wholly meet: it never sets a log level, as the original never does. */
const NOT_FULL: Record<string, string> = { logging: 'partial: 4 of 5 checks' };

describe('the scenarios beyond the standard matrix', () => {
  it.each(['stdio', 'http', 'sse'] as const)(
    'are met by our own client over %s',
    async (transport) => {
      const shown = await probe(join(folder, transport), { config: 'default', transport });
      const expected = beyond.filter(({ transports }) => transports.includes(transport));
      const statuses = Object.entries(shown).map(([id, short]) => [id, short.replace(/^full: .*/, 'full')]);
      expect(Object.fromEntries(statuses)).toEqual(
        Object.fromEntries(expected.map(({ id }) => [id, NOT_FULL[id] ?? 'full'])),
      );
    },
    170_000,
  );

  it.each(['handshake', 'stateless'] as const)(
    'show a talk or a reason with every config and a server of the %s era',
    async (server) => {
      for (const config of ['default', 'legacy', 'stateless'])
        expect(
          await probe(join(folder, 'eras'), { config, transport: 'stdio', server, scenario: 'protocol.versions.eras' }),
        ).toEqual({ 'protocol.versions.eras': 'full: 2 of 2 checks' });
    },
    170_000,
  );

  it('give the same bytes again, from which the same record follows', async () => {
    const scenario = 'bonusFeatures.*';
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    for (const runs of [one, other]) await probe(runs, { config: 'default', transport: 'http', scenario });
    const { cells } = planRuns(stage.driver, '1', known, {
      server: 'both',
      config: 'default',
      transport: 'http',
      scenario,
    });
    for (const { calibration: calibrated, runs } of cells) {
      const before = await readTraffic(one, calibrated.run);
      const envelope = deriveEnvelope(calibration, readEvidence(before.wire, before.model));
      for (const planned of runs) {
        const traffic = await readTraffic(one, planned.run);
        expect(await readTraffic(other, planned.run)).toEqual(traffic);
        const { wire, model, told } = traffic;
        expect(told !== undefined).toBe(planned.scenario.log !== undefined);
        const judged = judge(planned.scenario, readEvidence(wire, model, told), envelope);
        const path = join(one, 'hermes-ts@1/default/both-http', planned.run.scenario, 'record.json');
        const record = JSON.parse(await readFile(path, 'utf8')) as { verdict: unknown };
        expect(judged).toMatchObject({ kind: 'judged', verdict: record.verdict });
      }
    }
  }, 170_000);
});
