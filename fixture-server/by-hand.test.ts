import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { serveByHand } from './by-hand.ts';
import { open, send } from './test-support/http-request.ts';
import { initialize } from './test-support/messages.ts';
import { testPlan } from './test-support/plan.ts';
import { eventsOf } from './test-support/talk.ts';
import { readWire } from './test-support/wire.ts';

it('serves over HTTP at a URL that it tells, with a tap, until it is cancelled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-by-hand-'));
  const tap = join(folder, 'wire.jsonl');
  const cancel = new AbortController();
  const told = new EventTarget();
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    told.dispatchEvent(new Event('line'));
  };
  const [served] = [
    serveByHand({ plan: testPlan(), server: 'handshake', port: 0, tap, log, cancel: cancel.signal }),
    await once(told, 'line'),
  ];
  expect(lines).toEqual([expect.stringMatching(/^Serving 9 tools \(handshake\) at http:\/\/127\.0\.0\.1:\d+\/mcp$/)]);
  const url = lines[0]?.split(' ').at(-1) ?? '';
  expect((await send(url, { body: initialize(0) })).status).toBe(200);
  expect(readWire(tap).map(({ dir, http }) => [dir, http?.path])).toEqual([
    ['c2s', '/mcp'],
    ['s2c', undefined],
  ]);
  cancel.abort();
  await served;
  await expect(send(url, { body: initialize(0) })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  rmSync(folder, { recursive: true });
});

it('serves HTTP+SSE beside Streamable HTTP where it is told to, and only there', async () => {
  const cancel = new AbortController();
  const lines: string[] = [];
  const log = (line: string): number => lines.push(line);
  const served = serveByHand({ plan: testPlan(), server: 'both', port: 0, sse: true, log, cancel: cancel.signal });
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  const [sse = '', http = ''] = lines.map((line) => line.split(' ').at(-1) ?? '');
  expect(lines[0]).toMatch(/^Serving the same by HTTP\+SSE at http:\/\/127\.0\.0\.1:\d+\/sse$/);
  const stream = await open(sse, { method: 'GET', headers: {} });
  const { value } = await eventsOf(stream).next();
  expect(value).toMatchObject({ event: 'endpoint', data: expect.stringMatching(/^\/messages\?sessionId=/) as string });
  expect((await send(http, { body: initialize(0) })).status).toBe(200);
  cancel.abort();
  await served;
  await expect(serveByHand({ plan: testPlan(), server: 'both', sse: true, log })).rejects.toThrow(
    'Expected --sse to go with --http, got it alone',
  );
});

it('ends at once when it was cancelled before', async () => {
  const served = serveByHand({ plan: testPlan(), server: 'both', port: 0, log: () => {}, cancel: AbortSignal.abort() });
  await expect(served).resolves.toBeUndefined();
});

it('serves over stdio without a port, and ends with its input', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-by-hand-'));
  const outfile = join(folder, 'by-hand.cjs');
  const options = JSON.stringify({ plan: testPlan(), server: 'stateless', tap: join(folder, 'wire.jsonl') });
  const contents = `import { serveByHand } from './by-hand.ts'; void serveByHand({ ...${options}, log: console.error });`;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [outfile]);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.end(`${JSON.stringify(initialize(1))}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
  const { error } = JSON.parse(Buffer.concat(output).toString()) as { error: { code: number } };
  expect(error.code).toBe(-32022);
  expect(readWire(join(folder, 'wire.jsonl')).map(({ dir }) => dir)).toEqual(['c2s', 's2c']);
  rmSync(folder, { recursive: true });
});

it('tells the person, not only the client, that frames can no longer be written down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-by-hand-'));
  const tap = join(folder, 'wire.jsonl');
  const cancel = new AbortController();
  const lines: string[] = [];
  const log = (line: string): number => lines.push(line);
  const served = serveByHand({ plan: testPlan(), server: 'both', port: 0, tap, log, cancel: cancel.signal });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  rmSync(tap);
  mkdirSync(tap);
  expect((await send(lines[0]?.split(' ').at(-1) ?? '', { body: initialize(0) })).status).toBe(500);
  expect(lines[1]).toMatch(/^A request was answered with 500: EISDIR/);
  cancel.abort();
  await served;
  rmSync(folder, { recursive: true });
});

it('refuses a tap that is no file before it serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-by-hand-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const absent = join(folder, 'absent', 'wire.jsonl');
  for (const [tap, got] of [
    [folder, 'something else'],
    [pipe, 'something else'],
    [absent, `ENOENT: no such file or directory, open '${absent}'`],
  ] as const) {
    const log = (): void => expect.unreachable();
    await expect(serveByHand({ plan: testPlan(), server: 'both', port: 0, tap, log })).rejects.toThrow(
      `Expected --tap to be a file that can be written, got ${got} (${tap})`,
    );
  }
  expect(existsSync(join(folder, 'absent'))).toBe(false);
  rmSync(folder, { recursive: true });
});

it('refuses a port that somebody else has', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const log = (): void => expect.unreachable();
  await expect(serveByHand({ plan: testPlan(), server: 'both', port, log })).rejects.toThrow(
    `Expected a free port, got ${port}: listen EADDRINUSE`,
  );
  other.close();
});
