import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { calibration, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { startMockedModel } from '../model/server.ts';
import { planRuns } from '../plan/matrix.ts';
import { launch, type Stage } from './launch.ts';
import { makeWorkspace } from './workspace.ts';

const root = resolve(import.meta.dirname, '../..');
const CLIENT = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
  const client = new Client({ name: 'c', version: '1' });
  await client.connect(new SSEClientTransport(new URL(process.argv[2])));
  const { tools } = await client.listTools();
  await client.callTool({ name: tools[0].name });
  await client.close();
`;
const [given = calibration] = scenarios;
const scenario: Scenario = { ...given, transports: ['sse'] };
const known = { scenarios: [scenario], standard: [scenario], calibration };

let folder: string;
let stage: Stage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'over-sse-'));
  const script = join(folder, 'client.mjs');
  const packages = pathToFileURL(`${join(root, 'node_modules')}/`).href;
  const sdk = `${packages}@modelcontextprotocol/sdk/dist/esm/`;
  await writeFile(script, CLIENT.replaceAll('@modelcontextprotocol/sdk/', sdk));
  const driver = {
    client: 'c',
    command: ['{{node}}', script, '{{server.url}}'],
    dialect: 'openai-chat',
    environment: {},
    files: [],
    logs: [],
    configs: { default: {} },
    end: { exitCodes: [0] },
    transports: ['sse'],
    matrix: [{ config: 'default', transport: 'sse' }],
  } as unknown as Driver;
  const [workspace, model, fixture] = await Promise.all([makeWorkspace(), startMockedModel(), startHttpFixture()]);
  stage = { root, driver, workspace, model, fixture, timeoutSeconds: 60, cancel: new AbortController().signal };
});
afterAll(async () => {
  const { workspace, model, fixture } = stage;
  await Promise.all([workspace.remove(), model.close(), fixture.close(), rm(folder, { recursive: true })]);
});

it('a driver that lists the transport is planned over it and meets the fixture there', async () => {
  const [cell] = planRuns(stage.driver, '1', known, { server: 'both' }).cells;
  const [planned] = cell?.runs ?? [];
  expect(planned?.run).toMatchObject({ transport: 'sse', server: 'both' });
  const { wire, end, fault } = await launch(stage, planned as NonNullable<typeof planned>);
  expect([end.exitCode, fault]).toEqual([0, undefined]);
  const lines = wire
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { dir: string; http?: { method?: string; path?: string }; text: string });
  expect(lines[0]).toMatchObject({ dir: 'c2s', http: { method: 'GET', path: '/sse' } });
  expect(lines.filter(({ http }) => http?.path === '/messages').length).toBeGreaterThanOrEqual(4);
  expect(lines.filter(({ dir, text }) => dir === 's2c' && text.includes('"content"'))).toHaveLength(1);
});

it('no run over it is of the stateless era', () => {
  const plan = planRuns(stage.driver, '1', known, { server: 'handshake' });
  expect(plan.cells).toHaveLength(1);
  expect(() => planRuns(stage.driver, '1', known, { server: 'stateless' })).toThrow(
    `${scenario.id} cannot over sse with --server stateless`,
  );
});
