import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import schema from '../../data/schema/model-line.schema.json';
import type { ModelLine } from '../../data/types/model-line.ts';
import type { JsonObject, ScriptedCall } from '../../scenarios/types.ts';
import { readModelLines } from './exchanges.ts';
import { openAiChat } from './openai-chat/dialect.ts';
import { LONGEST_BODY } from './receive.ts';
import { type MockedModel, startMockedModel } from './server.ts';
import type { ModelRun } from './talk.ts';
import { type AssistantMessage, converse, directClient, type TestClient, toolDefinition } from './testing/client.ts';
import { hermesLike } from './testing/hermes-like.ts';
import { send } from './testing/http.ts';
import { parseStrictly } from './testing/strict-sse.ts';

let model: MockedModel;
beforeAll(async () => {
  model = await startMockedModel();
});
afterAll(() => model.close());

const isLine = new Ajv().compile(schema);
const script: ScriptedCall[] = [
  { tool: 'probe_a', arguments: { at: 'dawn' } },
  { tool: 'probe_b', arguments: {} },
];
const deferred = { mcp__probe__probe_a: 'Returns a.', mcp__probe__probe_b: 'Returns b.' };

/** A run with its lines; the key is the test's own. */
function open(key: string, more: Partial<ModelRun> = {}) {
  const lines: string[] = [];
  const run = model.add({ key, dialect: openAiChat, script, tap: (line) => lines.push(line), ...more });
  const parsed = (): ModelLine[] => lines.map((line) => JSON.parse(line) as ModelLine);
  const post = (body: string | Buffer, headers?: Record<string, string>) =>
    send(`${run.baseUrl}/chat/completions`, 'POST', body, headers);
  const ask = async (body: string): Promise<AssistantMessage> => {
    const answer = await post(body);
    return (JSON.parse(answer.body) as { choices: [{ message: AssistantMessage }] }).choices[0].message;
  };
  return { run, lines, parsed, post, ask };
}

/** A turn of a talk that has only begun. */
const opening = JSON.stringify({ model: 'm', messages: [], tools: [toolDefinition('s__probe_a')] });

describe('a talk over HTTP', () => {
  it('plays a client with a bridge to the end and records each request with its answer', async () => {
    const { run, lines, parsed, ask } = open('talk/bridge');
    const { calls, text, bodies } = await converse(hermesLike(deferred), ask);
    const steps = ['tool_search', 'tool_describe', 'tool_call'];
    expect(calls.map(({ name }) => name)).toEqual([...steps, ...steps]);
    expect(text).toBe('All done.');
    expect(run.requests()).toBe(7);
    expect(run.finished()).toBe(true);
    expect(parsed().map(({ body }) => body)).toEqual(bodies);
    expect(lines.every((line) => line.endsWith('\n') && isLine(JSON.parse(line)))).toBe(true);
    const exchanges = readModelLines(lines.join(''));
    expect(exchanges.flatMap((exchange) => exchange.calls).map(({ target }) => target)).toEqual([
      'tool_search',
      'tool_describe',
      'mcp__probe__probe_a',
      'tool_search',
      'tool_describe',
      'mcp__probe__probe_b',
    ]);
    expect(exchanges.at(-1)?.results.at(-1)?.texts).toEqual([
      { pointer: '/messages/12/content', text: 'mcp__probe__probe_b answers' },
    ]);
  });

  it('streams the same calls that it answers otherwise', async () => {
    const plain = open('talk/stream');
    const first = await plain.post(opening);
    plain.run.remove();
    const streaming = open('talk/stream');
    const streamed = await streaming.post(JSON.stringify({ ...(JSON.parse(opening) as JsonObject), stream: true }));
    expect(streamed.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(parseStrictly(streamed.body)).toHaveLength(7);
    expect(openAiChat.readCalls(streamed.body)).toEqual(openAiChat.readCalls(first.body));
    expect(openAiChat.readCalls(first.body)).toMatchObject([{ name: 's__probe_a', arguments: '{"at":"dawn"}' }]);
    expect(streaming.parsed()[0]?.response).toBe(streamed.body);
  });

  it('gives the same lines when it is played again, whatever other runs do at the same time', async () => {
    const play = async (key: string, client: TestClient, more: JsonObject): Promise<string[]> => {
      const { run, lines, ask, post } = open(key);
      await send(`${run.baseUrl}/models`, 'GET');
      await post(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'A title?' }] }));
      await converse(client, ask, more);
      run.remove();
      return lines;
    };
    const kinds = [
      ['bridge', hermesLike(deferred), {}],
      ['direct', directClient(['mcp_s_probe_a', 'mcp_s_probe_b']), { temperature: 0 }],
    ] as const;
    const alone: string[][] = [];
    for (const [key, client, more] of kinds) alone.push(await play(`same/${key}`, client, more));
    const together = await Promise.all(kinds.map(([key, client, more]) => play(`same/${key}`, client, more)));
    const many = await Promise.all(Array.from({ length: 10 }, (_, index) => play(`many/${index}`, kinds[0][1], {})));
    expect(together).toEqual(alone);
    expect(new Set(many.map((lines) => lines.length))).toEqual(new Set([9]));
    // The ids alone tell two runs of the same talk apart.
    expect(new Set(many.map((lines) => lines.join('').replaceAll(/[0-9a-f]{24}/g, ''))).size).toBe(1);
    expect(new Set(many.map((lines) => lines.join(''))).size).toBe(10);
  });

  it('answers a request without tools shortly and goes on with the script as if it had not been asked', async () => {
    const quiet = open('side/quiet');
    const undisturbed = await converse(directClient(['probe_a', 'probe_b']), quiet.ask);
    quiet.run.remove();
    const { run, ask, parsed } = open('side/quiet');
    const disturbed = await converse(directClient(['probe_a', 'probe_b']), async (body) => {
      const side = await ask(JSON.stringify({ messages: [{ role: 'user', content: 'A title?' }] }));
      expect(side).toEqual({ role: 'assistant', content: 'A short note.', refusal: null });
      return ask(body);
    });
    expect(disturbed).toEqual(undisturbed);
    expect(run.finished()).toBe(true);
    const ids = parsed().map(({ response }) => (JSON.parse(response) as { id: string }).id);
    expect(new Set(ids).size).toBe(6);
  });

  it('is not finished by a side request, and finished as soon as the script is', async () => {
    const { run, ask } = open('finished');
    await ask(JSON.stringify({ messages: [] }));
    expect(run.finished()).toBe(false);
    await converse(directClient(['probe_a', 'probe_b']), async (body) => {
      const answer = await ask(body);
      expect(run.finished()).toBe(answer.tool_calls === undefined);
      return answer;
    });
  });

  it('stops a client that never remembers what it did', async () => {
    const { ask } = open('forgetful');
    const answers: (string | null)[] = [];
    for (let turn = 0; turn < 200 && answers.at(-1) !== 'Enough.'; turn += 1)
      answers.push((await ask(opening)).content);
    expect(answers).toHaveLength(16 * 6 * 2 + 1);
  });
});

describe('what is kept of a request', () => {
  it.each([
    ['odd white space and escapes', '{\r\n\t"messages" :[ ] , "x":"\\u00e9\\/\\ud83d\\ude00"\n}\n'],
    ['duplicate keys', '{"messages":[],"a":1,"a":2,"model":"x","model":"y"}'],
    ['characters beyond ASCII and separators', '{"messages":[],"x":"é😀\u2028\u2029\u0085"}'],
    ['a byte order mark', '\ufeff{"messages":[]}'],
    ['numbers that lose precision', '{"messages":[],"n":12345678901234567890.10,"z":-0.0}'],
    ['no JSON', '{"messages":['],
    ['nothing', ''],
  ])('is every byte of the body: %s', async (name, body) => {
    const { parsed, post } = open(`kept/${name}`);
    await post(body);
    expect(parsed()[0]?.body).toBe(body);
  });

  it('is base64 where the body is no UTF-8, and the request is refused', async () => {
    const { lines, parsed, post } = open('kept/bytes');
    const bytes = Buffer.concat([
      Buffer.from('{"messages":["'),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from('"]}'),
    ]);
    const { status } = await post(bytes);
    expect(status).toBe(400);
    expect(Buffer.from(parsed()[0]?.base64 ?? '', 'base64')).toEqual(bytes);
    expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toEqual([
      'seq',
      'dialect',
      'method',
      'path',
      'base64',
      'status',
      'response',
    ]);
    expect(isLine(JSON.parse(lines[0] ?? ''))).toBe(true);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (body: string) => Buffer.from(body)],
  ] as const)('is the body without its content coding %s', async (coding, encode) => {
    const { run, parsed, post } = open(`coding/${coding}/${encode.name}`);
    const { status, body } = await post(encode(opening), { 'content-encoding': coding });
    expect([status, openAiChat.readCalls(body)[0]?.name]).toEqual([200, 's__probe_a']);
    expect(parsed()[0]?.body).toBe(opening);
    run.remove();
  });

  it('is what arrived where the content coding is unknown or is not what it says', async () => {
    const { parsed, post } = open('coding/wrong');
    expect((await post(opening, { 'content-encoding': 'zstd' })).status).toBe(415);
    expect((await post(opening, { 'content-encoding': 'gzip' })).status).toBe(400);
    expect(parsed().map(({ body, status }) => [body, status])).toEqual([
      [opening, 415],
      [opening, 400],
    ]);
  });

  it('is a body of 30 MB', async () => {
    const { parsed, post } = open('large');
    const body = JSON.stringify({ ...(JSON.parse(opening) as JsonObject), filler: 'é'.repeat(15_000_000) });
    expect(Buffer.byteLength(body)).toBeGreaterThan(30_000_000);
    const answer = await post(body);
    expect(openAiChat.readCalls(answer.body)[0]?.name).toBe('s__probe_a');
    expect(parsed()[0]?.body === body).toBe(true);
  });

  it('is nothing of a body that is too long, sent so or decoded to that', async () => {
    const { run, parsed, post } = open('too long');
    const long = await post(Buffer.alloc(LONGEST_BODY + 1, ' '));
    const bomb = await post(gzipSync(Buffer.alloc(LONGEST_BODY + 1, ' ')), { 'content-encoding': 'gzip' });
    expect([long.status, bomb.status]).toEqual([413, 413]);
    expect(parsed().map(({ body, status }) => [body, status])).toEqual([
      ['', 413],
      ['', 413],
    ]);
    expect(JSON.parse(long.body)).toEqual({
      error: {
        message: 'Expected a body of at most 67108864 bytes, got 67108865.',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    });
    expect((await post(opening)).status).toBe(200);
    expect(run.requests()).toBe(3);
  });

  it('goes to the tap before the answer leaves, and nothing is answered that the tap refuses', async () => {
    const faults: unknown[] = [];
    const { post, run } = open('tap', {
      tap() {
        throw new Error('the disk is full');
      },
      onFault: (error) => faults.push(error),
    });
    const { status, body } = await post(opening);
    expect([status, body]).toEqual([500, '']);
    expect(faults).toEqual([new Error('the disk is full')]);
    run.remove();
  });

  it('is no header and no query, where keys stand', async () => {
    const { run, lines } = open('secrets');
    await send(`${run.baseUrl}/chat/completions?key=secret1`, 'POST', opening, {
      authorization: 'Bearer secret2',
      'x-api-key': 'secret3',
    });
    expect(lines.join('')).not.toContain('secret');
    expect(lines).toHaveLength(1);
  });
});

describe('other requests', () => {
  it('lists one model', async () => {
    const { run, parsed } = open('models');
    const { status, headers, body } = await send(`${run.baseUrl}/models`, 'GET');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({ object: 'list', data: [{ id: 'mocked-model', object: 'model' }] });
    expect(parsed()).toEqual([
      { seq: 1, dialect: 'openai-chat', method: 'GET', path: '/v1/models', body: '', status: 200, response: body },
    ]);
  });

  it('answers HEAD anywhere below the path of a run', async () => {
    const { run, parsed } = open('head');
    const origin = `http://127.0.0.1:${model.port}`;
    const answers = [await send(`${origin}${run.path}`, 'HEAD'), await send(`${run.baseUrl}/models`, 'HEAD')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    expect(parsed().map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /', 'HEAD /v1/models']);
  });

  it('answers an unknown path with 404 in the form of the dialect, and records it', async () => {
    const { run, parsed } = open('unknown');
    const { status, body } = await send(`${run.baseUrl}/responses`, 'POST', '{"input":"x"}');
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({
      error: { message: 'Expected a path of openai-chat, got POST /v1/responses.' },
    });
    expect((await send(`${run.baseUrl}/chat/completions`, 'GET')).status).toBe(404);
    expect(parsed()).toMatchObject([
      { seq: 1, method: 'POST', path: '/v1/responses', body: '{"input":"x"}', status: 404, response: body },
      { seq: 2, method: 'GET', path: '/v1/chat/completions', body: '', status: 404 },
    ]);
  });

  it.each([
    ['half of a body', '{"messages":[', 'Expected JSON in UTF-8, got other bytes.'],
    ['an empty body', '', 'Expected JSON in UTF-8, got nothing.'],
    ['a body of another API', '{"prompt":"x"}', 'Expected an object with a list "messages", got undefined (messages).'],
    ['endless brackets', '['.repeat(200_000), 'Expected JSON in UTF-8, got other bytes.'],
  ])('refuses %s with 400 and says why', async (_, body, message) => {
    const { run, parsed, post } = open('bad');
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({
      error: { message, type: 'invalid_request_error', param: null, code: null },
    });
    expect(parsed()).toMatchObject([{ body, status: 400, response: answer.body }]);
    run.remove();
  });

  it('knows nothing outside of a run, and nothing of a run that was removed', async () => {
    const { run, lines, post } = open('removed');
    await post(opening);
    run.remove();
    const gone = [await post(opening), await send(`http://127.0.0.1:${model.port}/`, 'GET')];
    expect(gone.map(({ status, body }) => [status, body])).toEqual([
      [404, ''],
      [404, ''],
    ]);
    expect(lines).toHaveLength(1);
  });

  it('refuses a second run of a key that is there, and takes it when the first has gone', () => {
    const { run } = open('twice');
    expect(() => open('twice')).toThrow('Expected a new key of a run, got twice again.');
    run.remove();
    const again = open('twice').run;
    expect(again.path).toBe(run.path);
    // The first has no say over the second.
    run.remove();
    expect(() => open('twice')).toThrow('Expected a new key');
  });
});

describe('connections', () => {
  it('records nothing of a request that broke off, and goes on answering', async () => {
    const { run, post } = open('aborted');
    const half = request(`${run.baseUrl}/chat/completions`, { method: 'POST', headers: { 'content-length': '1000' } });
    const broken = once(half, 'error');
    half.write(opening);
    await once(half, 'socket');
    half.destroy(new Error('gone'));
    await broken;
    expect((await post(opening)).status).toBe(200);
    expect(run.requests()).toBe(1);
  });

  it('records a whole request whose client does not wait for the answer', async () => {
    let tap = (_line: string): void => {};
    const recorded = new Promise<string>((resolve) => {
      tap = resolve;
    });
    const { run, post } = open('impatient', { tap: (line) => tap(line) });
    const socket = connect(model.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${run.path}/v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: ${opening.length}\r\n\r\n${opening}`,
      () => socket.destroy(),
    );
    expect(JSON.parse(await recorded)).toMatchObject({ seq: 1, body: opening, status: 200 });
    expect((await post(opening)).status).toBe(200);
  });

  it('takes a body in pieces without a length, and several requests on one connection', async () => {
    const { run, parsed } = open('pieces');
    const socket = connect(model.port, '127.0.0.1');
    const pieces = [opening.slice(0, 10), opening.slice(10)].map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    const one = `POST ${run.path}/v1/chat/completions HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${pieces.join('')}0\r\n\r\n`;
    socket.end(one + one);
    let answers = '';
    for await (const chunk of socket) answers += String(chunk);
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answers.toLowerCase()).not.toContain('\r\ndate:');
    expect(parsed().map(({ seq, body }) => [seq, body])).toEqual([
      [1, opening],
      [2, opening],
    ]);
  });

  it('ends open connections when it closes, and can be closed twice', async () => {
    const other = await startMockedModel();
    const socket = connect(other.port, '127.0.0.1');
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    socket.on('error', () => {});
    socket.resume();
    await Promise.all([other.close(), other.close()]);
    await other.close();
    await ended;
    await expect(send(`http://127.0.0.1:${other.port}/`, 'GET')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a client that is launched again', () => {
  it('has a new talk with a script of its own, in the same file', async () => {
    const { run, ask, parsed } = open('launched again');
    const tools = ['probe_a', 'probe_b'].map((name) => toolDefinition(name));
    const body = JSON.stringify({ model: 'm', messages: [], tools });
    const first = await ask(body);
    expect(first.tool_calls?.[0]?.function.name).toBe('probe_a');
    run.begin([{ tool: 'probe_b', arguments: {} }]);
    const second = await ask(body);
    expect(second.tool_calls?.[0]?.function.name).toBe('probe_b');
    expect(second.tool_calls?.[0]?.id).not.toBe(first.tool_calls?.[0]?.id);
    expect(parsed().map(({ seq }) => seq)).toEqual([1, 2]);
    run.remove();
  });

  it('waits for a model that thinks, while another does not', async () => {
    const thinking = open('thinks', { script: [{ tool: 'probe_a', arguments: {}, thinks: 300 }] });
    const quick = open('does not think', { script: [{ tool: 'probe_a', arguments: {} }] });
    const body = JSON.stringify({ model: 'm', messages: [], tools: [toolDefinition('probe_a')] });
    const order: string[] = [];
    const slow = thinking.ask(body).then(() => order.push('slow'));
    // Its request is in the file at once; only the answer is late.
    await expect.poll(() => thinking.lines.length).toBe(1);
    await quick.ask(body).then(() => order.push('quick'));
    await slow;
    expect(order).toEqual(['quick', 'slow']);
    thinking.run.remove();
    quick.run.remove();
  });
});
