import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Driver } from '../data/types/driver.ts';
import { startHttpFixture } from '../fixture-server/http.ts';
import { calibration, scenarios } from '../scenarios/index.ts';
import { makeWorkspace } from './launch/workspace.ts';
import { startMockedModel } from './model/server.ts';
import { planRuns } from './plan/matrix.ts';
import { type Outcome, runPlan } from './run-plan.ts';

// Clients that stand in the way of the harness itself. What we could not see or do is never the client's verdict, and one
// run's trouble is not another's.
const root = resolve(import.meta.dirname, '..');
let folder: string;
let model: Awaited<ReturnType<typeof startMockedModel>>;
let fixture: Awaited<ReturnType<typeof startHttpFixture>>;
let workspace: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faults-'));
  [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
});
afterAll(async () => {
  await Promise.all([model.close(), fixture.close(), workspace.remove(), rm(folder, { recursive: true })]);
});

let clients = 0;

/** Runs a client that does `first` in the runs of `tools.result.mirror` and is honest in all others. */
async function probe(
  first: string,
  { scenario = 'tools.result.mirror', more = {} }: { scenario?: string; more?: Partial<Driver> } = {},
): Promise<Outcome[]> {
  clients += 1;
  const script = join(folder, `client-${clients}.mjs`);
  const client = join(root, 'harness/mutants/client.mjs');
  await writeFile(
    script,
    `import { readFileSync, mkdirSync } from 'node:fs';
     import { honest, run } from ${JSON.stringify(client)};
     const { server, model } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
     const [plan, tap] = server.args.slice(1).map((argument) => argument.replace(/^--\\w+=/, ''));
     const post = (body) => fetch(model.baseUrl + '/chat/completions', { method: 'POST', body }).then((answer) => answer.text());
     const mine = readFileSync(plan, 'utf8').includes(${JSON.stringify(scenario === 'tools' ? 'probe_on_the_last_page' : 'probe_mirror')});
     if (mine) { ${first} }
     await run();`,
  );
  const driver: Driver = {
    client: `client-${clients}`,
    title: 'A client',
    version: { command: ['x'], pattern: 'x' },
    command: ['{{node}}', script, '{{home}}/config.json'],
    environment: {},
    files: [{ path: 'config.json', template: ['{ "server": {{json server}}, "model": {{json model}} }'] }],
    dialect: 'openai-chat',
    transports: ['stdio'],
    configs: { default: {} },
    matrix: [{ config: 'default', transport: 'stdio' }],
    logs: [],
    end: { exitCodes: [0] },
    ...more,
  };
  const standard = scenarios.filter(({ id }) => id === scenario || id === 'tools.result.sc_null');
  const { cells } = planRuns(driver, '1', { scenarios, standard, calibration }, { server: 'both' });
  return runPlan(cells, {
    stage: { root, driver, workspace, model, fixture, timeoutSeconds: 60, cancel: new AbortController().signal },
    runs: join(folder, 'runs'),
    jobs: 2,
    finished: new Set(),
    note: () => Promise.resolve(),
    listener: () => undefined,
  });
}

function told(outcomes: Outcome[]): string[] {
  return outcomes.map((outcome) =>
    outcome.kind === 'judged'
      ? outcome.record.verdict.short
      : `${outcome.inconclusive.reason}: ${outcome.inconclusive.detail}`,
  );
}

const HONEST = '[…] content only (1x, as text)';

it('calls a run inconclusive whose frames could not be written down', async () => {
  expect(told(await probe('mkdirSync(tap);'))).toEqual([
    expect.stringMatching(/^harness: (a frame could not be written down: )?EISDIR/),
    HONEST,
  ]);
});

it('calls a run inconclusive whose client asked the model for more than can be kept', async () => {
  const outcomes = await probe(`for (let i = 0; i < 3; i += 1) await post(' '.repeat(16_000_000));`);
  expect(told(outcomes)).toEqual([
    'harness: Expected model.jsonl to stay within 33554432 bytes, got a line too many',
    HONEST,
  ]);
});

it('calls a run inconclusive that cannot be judged', async () => {
  // Deeper than a check that writes the request down can go.
  const deep = `await post('{"messages":[{"role":"user","content":' + '['.repeat(50_000) + ']'.repeat(50_000) + '}]}');`;
  expect(told(await probe(deep, { scenario: 'tools' }))).toEqual([
    HONEST,
    expect.stringMatching(/^harness: judging failed: RangeError: /),
  ]);
});

it('says why a client could not be started', async () => {
  expect(told(await probe('', { more: { command: ['/nowhere/client'] } }))).toEqual([
    'crashed: the calibration run: could not be started: spawn /nowhere/client ENOENT',
    'crashed: the calibration run: could not be started: spawn /nowhere/client ENOENT',
  ]);
});
