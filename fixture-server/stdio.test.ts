import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveStdio } from './stdio.ts';
import { ENVELOPE, INITIALIZED, initialize, request, stateless } from './test-support/messages.ts';
import { testPlan } from './test-support/plan.ts';
import { bundleProgram, type Conversation, type Program, startProgram } from './test-support/program.ts';
import { memoryTap, readWire } from './test-support/wire.ts';

let program: Program;
let taps = 0;

beforeAll(async () => {
  program = await bundleProgram(testPlan());
});

afterAll(() => program.remove());

function newTap(): string {
  taps += 1;
  return join(program.folder, `wire-${taps}.jsonl`);
}

function start(server = 'both', tap = newTap()): Conversation & { tap: string } {
  return { ...startProgram(program, '--plan', program.plan, '--server', server, '--tap', tap), tap };
}

async function handshake(server = 'both', revision = '2025-11-25'): Promise<Conversation & { tap: string }> {
  const conversation = start(server);
  conversation.send(initialize(0, revision), INITIALIZED);
  await conversation.next();
  return conversation;
}

async function errorTo(conversation: Conversation, message: Parameters<Conversation['send']>[0]): Promise<unknown> {
  conversation.send(message);
  const { id, error } = JSON.parse(await conversation.next()) as {
    id?: unknown;
    error: { code: number; data?: unknown };
  };
  return { id, code: error.code, ...('data' in error && { data: error.data }) };
}

describe('the stdio program', () => {
  it('ends with 0 and without a word when its input ends', async () => {
    const conversation = await handshake();
    expect(await conversation.end()).toEqual({ code: 0, stderr: '' });
  });

  it('answers a last line that has no newline', async () => {
    const conversation = start();
    conversation.child.stdin.end(JSON.stringify(request(1, 'ping')));
    expect(await conversation.next()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(await conversation.end()).toMatchObject({ code: 0 });
    expect(readWire(conversation.tap).map(({ dir }) => dir)).toEqual(['c2s', 's2c']);
  });

  it('reads on only when its answers are read', async () => {
    const tap = memoryTap();
    const input = new PassThrough();
    const written: (() => void)[] = [];
    // Whoever reads this takes one piece at a time, and only when it is told to.
    const output = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void written.push(done),
    });
    const served = serveStdio({ plan: testPlan(), server: 'both', tap, input, output });
    const answers = (): number => tap.entries.filter(({ dir }) => dir === 's2c').length;
    for (let id = 0; id < 100; id += 1) input.write(`${JSON.stringify(request(id, 'ping'))}\n`);
    await vi.waitFor(() => expect(answers()).toBeGreaterThan(0));
    // Everything that would come without being read has had its turn.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    expect(answers()).toBeLessThan(50);
    input.end();
    while (answers() < 100) {
      written.shift()?.();
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await served;
  });

  it('ends with 0 when nobody reads its output any more', async () => {
    const conversation = await handshake();
    const closed = once(conversation.child, 'close');
    conversation.child.stdout.destroy();
    // The pipe breaks at a write, so there have to be some until it is noticed.
    while (conversation.child.exitCode === null) {
      conversation.send(request(1, 'ping'));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(await closed).toEqual([0, null]);
  });

  it.each([
    { args: [], says: 'Expected --plan with the file of a serving plan, got none' },
    { args: ['--plan', 'absent.json'], says: 'Expected a readable file of JSON, got none (absent.json)' },
    {
      args: ['--plan', 'PLAN', '--server', 'old'],
      says: 'Expected --server to be both, handshake, stateless, got "old"',
    },
    { args: ['--plan', 'PLAN', '--port', '1'], says: "Unknown option '--port'" },
  ])('refuses to start with $args', async ({ args, says }) => {
    const conversation = startProgram(program, ...args.map((arg) => (arg === 'PLAN' ? program.plan : arg)));
    const { code, stderr } = await conversation.end();
    expect(stderr).toContain(says);
    expect(stderr).toContain('Usage: fixture-server --plan FILE');
    expect(code).toBe(2);
  });

  it('refuses a plan that is none', async () => {
    const plan = join(program.folder, 'wrong.json');
    await writeFile(
      plan,
      JSON.stringify({ ...testPlan(), pages: [[{ definition: { name: 'x' }, answer: { text: '' } }]] }),
    );
    const { code, stderr } = await startProgram(program, '--plan', plan).end();
    expect(stderr).toContain('Expected "pages/0/0/answer" to have one member');
    expect(code).toBe(2);
  });

  it('breaks off with 1 at a line that is too long, and keeps what came of it', async () => {
    const conversation = start();
    const closed = once(conversation.child, 'close');
    conversation.child.stdin.write(Buffer.alloc(11 * 1024 * 1024, 'x'));
    expect(await closed).toEqual([1, null]);
    const [line] = readWire(conversation.tap);
    expect(line?.text?.length).toBeGreaterThan(10 * 1024 * 1024);
  });
});

describe('what a plan declares, over stdio', () => {
  const declared: [string, string][] = [
    [
      'malformed',
      '{"jsonrpc":"2.0","id":5,"result":{"content":"no array","structuredContent":[1,null],"_meta":"no object"}}',
    ],
    ['fails', '{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"declared","data":{"why":"a test"}}}'],
    ['raw', '{"jsonrpc":"2.0", "id":5,"result":null,\t"result":{}}'],
    [
      'asks',
      '{"jsonrpc":"2.0","id":5,"result":{"resultType":"input_required","requestState":"opaque","inputRequests":{}}}',
    ],
  ];

  it.each(declared)('goes out byte for byte in the handshake era: %s', async (name, frame) => {
    const conversation = await handshake('both', '2024-11-05');
    conversation.send(request(5, 'tools/call', { name }));
    expect(await conversation.next()).toBe(frame);
    await conversation.end();
    expect(readWire(conversation.tap).at(-1)).toEqual({ seq: 5, process: 1, dir: 's2c', text: frame });
  });

  it('is stamped in the stateless era, except for what it already says or cannot hold', async () => {
    const conversation = start();
    const serverInfo = {
      'io.modelcontextprotocol/serverInfo': { name: 'test-server', title: 'Test server', version: '7' },
    };
    const resultOf = async (name: string): Promise<unknown> => {
      conversation.send(stateless(1, 'tools/call', { name }));
      return (JSON.parse(await conversation.next()) as { result: unknown }).result;
    };
    expect(await resultOf('plain')).toEqual({
      content: [{ type: 'text', text: 'plain text' }],
      resultType: 'complete',
      _meta: serverInfo,
    });
    expect(await resultOf('malformed')).toEqual({
      content: 'no array',
      structuredContent: [1, null],
      _meta: 'no object',
      resultType: 'complete',
    });
    expect(await resultOf('asks')).toEqual({
      resultType: 'input_required',
      requestState: 'opaque',
      inputRequests: {},
      _meta: serverInfo,
    });
    await conversation.end();
  });

  it('takes the id into raw bytes as JSON, whatever is in it', async () => {
    const conversation = await handshake();
    conversation.send(request('$& "x"', 'tools/call', { name: 'lines' }));
    expect([await conversation.next(), await conversation.next()]).toEqual(['not json "$& \\"x\\""', 'second line']);
    await conversation.end();
    expect(readWire(conversation.tap).at(-1)?.text).toBe('not json "$& \\"x\\""\nsecond line');
  });

  it('takes the answer to input requests as another call', async () => {
    const conversation = start();
    const params = { name: 'plain', requestState: 'opaque', inputResponses: { q: { action: 'accept' } } };
    conversation.send(stateless(2, 'tools/call', params));
    expect(JSON.parse(await conversation.next())).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    await conversation.end();
  });
});

describe('bad frames over stdio', () => {
  it('are answered as JSON-RPC says and kept as they were', async () => {
    const conversation = start();
    const latin1 = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"caf\xe9"}', 'latin1');
    expect(await errorTo(conversation, latin1)).toEqual({ id: undefined, code: -32700 });
    expect(await errorTo(conversation, '{"half":')).toEqual({ id: undefined, code: -32700 });
    expect(await errorTo(conversation, '\r')).toEqual({ id: undefined, code: -32700 });
    expect(await errorTo(conversation, '7')).toEqual({ id: undefined, code: -32600 });
    expect(await errorTo(conversation, { id: 3, method: 'ping' })).toEqual({ id: 3, code: -32600 });
    expect(await errorTo(conversation, { jsonrpc: '2.0', id: null, method: 'ping' })).toEqual({
      id: undefined,
      code: -32600,
    });
    expect(await errorTo(conversation, { jsonrpc: '2.0', id: 4, method: 'ping', params: [] })).toEqual({
      id: 4,
      code: -32602,
    });
    // Neither responses nor notifications get an answer: the next one is the ping's.
    conversation.send({ jsonrpc: '2.0', id: 9, result: {} }, { jsonrpc: '2.0', error: { code: 1, message: '' } });
    conversation.send({ jsonrpc: '2.0', method: 'notifications/unheard' }, request(5, 'ping'));
    expect(JSON.parse(await conversation.next())).toEqual({ jsonrpc: '2.0', id: 5, result: {} });
    await conversation.end();
    const sent = readWire(conversation.tap).filter(({ dir }) => dir === 'c2s');
    expect(sent[0]).toEqual({ seq: 1, process: 1, dir: 'c2s', base64: latin1.toString('base64') });
    expect(sent.slice(1, 4).map(({ text }) => text)).toEqual(['{"half":', '\r', '7']);
  });

  it('are batches in every revision but 2025-03-26', async () => {
    const batch = [request(1, 'ping'), INITIALIZED, request(2, 'tools/call', { name: 'raw' })];
    for (const revision of ['2024-11-05', '2025-06-18', '2025-11-25']) {
      const conversation = await handshake('both', revision);
      expect(await errorTo(conversation, batch)).toEqual({ id: undefined, code: -32600 });
      await conversation.end();
    }
    const conversation = await handshake('both', '2025-03-26');
    conversation.send(batch);
    expect(await conversation.next()).toBe(
      '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0", "id":2,"result":null,\t"result":{}}]',
    );
    conversation.send([INITIALIZED]);
    expect(await errorTo(conversation, [])).toEqual({ id: undefined, code: -32600 });
    expect(await errorTo(conversation, [initialize(3)])).toEqual({ id: undefined, code: -32600 });
    expect(await errorTo(conversation, Array(101).fill(request(4, 'ping')))).toEqual({ id: undefined, code: -32600 });
    await conversation.end();
  });
});

describe('the eras over stdio', () => {
  it('stand side by side at any time where both are served', async () => {
    const conversation = start();
    conversation.send(stateless('a', 'server/discover'), initialize(1, '2025-06-18'), stateless('b', 'tools/list'));
    conversation.send(request(2, 'tools/list'), stateless('c', 'ping'));
    const answers = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push(JSON.parse(await conversation.next()) as { id: unknown; result?: object; error?: { code: number } });
    }
    expect(answers.map(({ id }) => id)).toEqual(['a', 1, 'b', 2, 'c']);
    expect(answers[0]?.result).toEqual({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'public',
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test-server', title: 'Test server', version: '7' } },
    });
    expect(answers[2]?.result).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'public',
      nextCursor: 'page-2',
    });
    expect(Object.keys(answers[3]?.result ?? {})).toEqual(['tools', 'nextCursor']);
    expect(answers[4]?.error?.code).toBe(-32601);
    await conversation.end();
  });

  it('agree on the revision that is asked for, or on the latest', async () => {
    const conversation = start();
    for (const [asked, given] of [
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2024-10-07', '2025-11-25'],
      ['2026-07-28', '2025-11-25'],
    ]) {
      conversation.send(initialize(1, asked));
      expect(JSON.parse(await conversation.next())).toMatchObject({ result: { protocolVersion: given } });
    }
    expect(await errorTo(conversation, request(2, 'initialize'))).toEqual({ id: 2, code: -32602 });
    await conversation.end();
  });

  it('leave out the members of a definition that the revision does not have', async () => {
    const members = async (revision: string): Promise<string[]> => {
      const conversation = await handshake('both', revision);
      conversation.send(revision === '2026-07-28' ? stateless(1, 'tools/list') : request(1, 'tools/list'));
      const { result } = JSON.parse(await conversation.next()) as { result: { tools: object[] } };
      await conversation.end();
      return Object.keys(result.tools[0] ?? {}).filter(
        (member) => !['name', 'description', 'inputSchema'].includes(member),
      );
    };
    expect(await members('2024-11-05')).toEqual(['unheardOf']);
    expect(await members('2025-03-26')).toEqual(['annotations', 'unheardOf']);
    expect(await members('2025-06-18')).toEqual(['title', 'annotations', 'outputSchema', '_meta', 'unheardOf']);
    const all = ['title', 'annotations', 'outputSchema', 'icons', 'execution', '_meta', 'unheardOf'];
    expect(await members('2025-11-25')).toEqual(all);
    expect(await members('2026-07-28')).toEqual(all.filter((member) => member !== 'execution'));
  });

  it('want initialize first in the handshake era', async () => {
    const conversation = start('handshake');
    expect(await errorTo(conversation, request(1, 'tools/list'))).toEqual({ id: 1, code: -32600 });
    expect(await errorTo(conversation, request(2, 'tools/call', { name: 'plain' }))).toEqual({ id: 2, code: -32600 });
    await conversation.end();
  });

  it('refuse what they do not have: unknown methods, tools and cursors', async () => {
    const conversation = await handshake();
    expect(await errorTo(conversation, request(1, 'logging/setLevel', { level: 'debug' }))).toEqual({
      id: 1,
      code: -32601,
    });
    expect(await errorTo(conversation, request(2, 'constructor'))).toEqual({ id: 2, code: -32601 });
    expect(await errorTo(conversation, request(3, 'tools/call', { name: 'absent' }))).toEqual({ id: 3, code: -32602 });
    expect(await errorTo(conversation, request(4, 'tools/call'))).toEqual({ id: 4, code: -32602 });
    for (const cursor of ['page-1', 'page-3', '', 2]) {
      expect(await errorTo(conversation, request(5, 'tools/list', { cursor }))).toEqual({ id: 5, code: -32602 });
      expect(await errorTo(conversation, stateless(6, 'tools/list', { cursor }))).toEqual({ id: 6, code: -32602 });
    }
    await conversation.end();
  });

  it('refuse each other: a handshake server has no server/discover', async () => {
    const conversation = start('handshake');
    expect(await errorTo(conversation, stateless('probe', 'server/discover'))).toEqual({ id: 'probe', code: -32601 });
    conversation.send(initialize(1));
    expect(JSON.parse(await conversation.next())).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    await conversation.end();
  });

  it('refuse each other: a stateless server names its version to initialize', async () => {
    const conversation = start('stateless');
    const data = { supported: ['2026-07-28'] };
    expect(await errorTo(conversation, initialize(1))).toEqual({
      id: 1,
      code: -32022,
      data: { ...data, requested: '2025-11-25' },
    });
    expect(await errorTo(conversation, request(2, 'initialize'))).toEqual({ id: 2, code: -32602, data });
    expect(await errorTo(conversation, request(3, 'tools/list'))).toEqual({ id: 3, code: -32602, data });
    await conversation.end();
  });

  it('refuse stateless requests whose metadata is incomplete or of another version', async () => {
    const conversation = start();
    const discover = (meta: object): Promise<unknown> =>
      errorTo(conversation, {
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: { _meta: { ...ENVELOPE, ...meta } },
      });
    const incomplete = { id: 1, code: -32602, data: { supported: ['2026-07-28'] } };
    expect(await discover({ 'io.modelcontextprotocol/protocolVersion': 5 })).toEqual(incomplete);
    expect(await discover({ 'io.modelcontextprotocol/clientCapabilities': null })).toEqual(incomplete);
    expect(await discover({ 'io.modelcontextprotocol/protocolVersion': '2099-01-01' })).toEqual({
      id: 1,
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    });
    // The client's identity is the one field that may be missing.
    conversation.send(
      request(2, 'server/discover', { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/clientInfo': null } }),
    );
    expect(JSON.parse(await conversation.next())).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    await conversation.end();
  });
});

describe('the tap over stdio', () => {
  it('has the same bytes after the same conversation', async () => {
    const taps = [];
    for (let time = 0; time < 2; time += 1) {
      const conversation = start();
      conversation.send(
        initialize(0),
        INITIALIZED,
        request(1, 'tools/list'),
        stateless('x', 'tools/call', { name: 'raw' }),
      );
      for (let count = 0; count < 3; count += 1) await conversation.next();
      await conversation.end();
      taps.push(readWire(conversation.tap));
    }
    expect(taps[0]?.length).toBeGreaterThan(0);
    expect(taps[1]).toEqual(taps[0]);
    expect(taps[0]?.[1]).toMatchObject({ seq: 2, process: 1, dir: 's2c' });
  });

  it('has a line before it is answered, so that a kill loses nothing', async () => {
    const tap = newTap();
    for (const process of [1, 2, 3]) {
      const conversation = start('both', tap);
      conversation.send(...Array.from({ length: 2000 }, (_, id) => request(id, 'ping')));
      const answers = [];
      for (let count = 0; count < 20 * process; count += 1) answers.push(await conversation.next());
      conversation.child.kill('SIGKILL');
      await once(conversation.child, 'close');
      const lines = readWire(tap).filter((line) => line.process === process);
      const written = lines.filter(({ dir }) => dir === 's2c').map(({ text }) => text);
      expect(written.slice(0, answers.length)).toEqual(answers);
      const asked = lines.filter(({ dir }) => dir === 'c2s').length;
      expect([written.length, written.length + 1]).toContain(asked);
    }
  });

  it('holds every line of two processes that share it, whole and in the order of each', async () => {
    const tap = newTap();
    const conversations = [start('both', tap), start('both', tap)];
    const calls = Array.from({ length: 150 }, (_, id) => request(id, 'ping'));
    for (const { send } of conversations) send(...calls);
    await Promise.all(conversations.map(({ end }) => end()));
    const lines = readWire(tap);
    expect(lines).toHaveLength(600);
    for (const process of [1, 2]) {
      const asked = lines.filter((line) => line.process === process && line.dir === 'c2s').map(({ text }) => text);
      expect(asked).toEqual(calls.map((call) => JSON.stringify(call)));
    }
  });

  it('keeps a client waiting for nothing when it cannot be written', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const tap = {
      line() {
        throw new Error('no space left');
      },
    };
    const served = serveStdio({ plan: testPlan(), server: 'both', tap, input, output });
    input.write(`${JSON.stringify(request(1, 'ping'))}\n`);
    await expect(served).rejects.toThrow('no space left');
    expect(output.read()).toBeNull();
  });

  it('is what a conversation within this process writes to as well', async () => {
    const [input, output, tap] = [new PassThrough(), new PassThrough(), memoryTap()];
    const served = serveStdio({ plan: testPlan(), server: 'both', tap, input, output });
    input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await served;
    expect(tap.entries.map(({ dir, bytes }) => [dir, bytes.toString()])).toEqual([
      ['c2s', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
      ['s2c', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ]);
    expect((output.read() as Buffer).toString()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });
});
