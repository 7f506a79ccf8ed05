import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { calibration } from '../../scenarios/index.ts';
import { startMockedModel } from '../model/server.ts';
import { abnormalEnd } from './abnormal-end.ts';
import { launch, type Stage } from './launch.ts';
import { limitPhases } from './phase-limit.ts';
import { makeWorkspace } from './workspace.ts';

const CLIENT = `
  import { writeFileSync } from 'node:fs';
  import { request } from 'node:http';
  const [how, baseUrl] = process.argv.slice(2);
  const ask = (...tools) => new Promise((resolve) => {
    const body = JSON.stringify({ messages: [], tools });
    request(baseUrl + '/chat/completions', { method: 'POST', agent: false }, (answer) => answer.resume().on('end', resolve)).end(body);
  });
  setInterval(() => {}, 60_000);
  if (how === 'asks twice') { await ask(); await ask(); }
  if (how === 'hears the last word') await ask({ type: 'function', function: { name: 'a', parameters: {} } });
  while (how === 'asks for ever') await ask();
  if (how === 'fills the disk') writeFileSync(process.env.HOME + '/log', Buffer.alloc(40_000_000));
`;

const FILLS = 'fills the disk';

let folder: string;
let stage: Omit<Stage, 'timeoutSeconds'>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phase-limit-'));
  const script = join(folder, 'client.mjs');
  await writeFile(script, CLIENT);
  const driver = {
    command: ['{{node}}', script, '{{config.how}}', '{{model.baseUrl}}'],
    dialect: 'openai-chat',
    environment: {},
    files: [],
    logs: [],
    configs: Object.fromEntries([...EXPECTED.map(([how]) => how), FILLS].map((how) => [how, { how }])),
  } as unknown as Driver;
  const [workspace, model, fixture] = await Promise.all([makeWorkspace(), startMockedModel(), startHttpFixture()]);
  const root = resolve(import.meta.dirname, '../..');
  stage = { root, driver, workspace, model, fixture, cancel: new AbortController().signal };
});
afterAll(async () => {
  const { workspace, model, fixture } = stage;
  await Promise.all([workspace.remove(), model.close(), fixture.close(), rm(folder, { recursive: true })]);
});

/** What is said of a client that hangs in this way. */
async function told(how: string, timeoutSeconds: number, diskBytes?: number): Promise<string | undefined> {
  const run = {
    client: 'c',
    version: String(timeoutSeconds),
    config: how,
    server: 'both',
    transport: 'stdio',
    scenario: 'calibration',
  } as const;
  // With nothing to call, the model's first answer to a turn of the talk is its last word.
  const { end } = await launch(
    { ...stage, timeoutSeconds, ...(diskBytes !== undefined && { diskBytes }) },
    { run, scenario: { ...calibration, script: [] } },
  );
  const { reason, detail } = abnormalEnd(end, [0]) ?? {};
  return `${reason}: ${detail}`;
}

const EXPECTED: [how: string, (seconds: number) => string][] = [
  ['never asks', (seconds) => `no request to the model within ${seconds} s`],
  ['asks twice', (seconds) => `nothing after request 2 to the model within ${seconds} s`],
  ['hears the last word', (seconds) => `no end within ${seconds} s of the model's last word`],
  ['asks for ever', (seconds) => `no end within ${10 * seconds} s`],
];

describe.concurrent('a client that hangs', () => {
  it.each(EXPECTED)('is ended, and it is said in which phase, when it %s', async (how, expected) => {
    // On a loaded machine a client may be too slow to get as far as it would: then it is given more time.
    for (const seconds of [0.5, 2, 8]) if ((await told(how, seconds)) === `hung: ${expected(seconds)}`) return;
    expect(await told(how, 32)).toBe(`hung: ${expected(32)}`);
  });
});

it('ends a client that fills the disk, and says so', async () => {
  expect(await told(FILLS, 60, 20_000_000)).toBe('hung: its files took more than 20000000 bytes of the disk');
});

describe('the limit of a phase', () => {
  it('begins anew at each request, and ends with the client', () => {
    vi.useFakeTimers();
    try {
      const limit = limitPhases(60);
      for (let request = 1; request < 100; request += 1) {
        vi.advanceTimersByTime(59_999);
        limit.heard(false);
      }
      vi.advanceTimersByTime(59_999);
      expect(limit.over.aborted).toBe(false);
      vi.advanceTimersByTime(1);
      expect(limit.over.reason).toBe('nothing after request 99 to the model within 60 s');
      const ended = limitPhases(60);
      ended.end();
      vi.advanceTimersByTime(60_000);
      expect(ended.over.aborted).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});
