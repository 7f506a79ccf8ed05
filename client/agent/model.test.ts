import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { createModel, type ModelOptions } from './model.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A model on loopback that answers the n-th request with `answers[n]`. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const answer = answers[received.length] ?? status(500, 'more requests than the test expects');
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, port, received, server };
}

const text = (content: string) => (response: ServerResponse) => {
  response.end(JSON.stringify({ choices: [{ message: { content } }] }));
};
const status = (code: number, body: string) => (response: ServerResponse) => {
  response.writeHead(code).end(body);
};

function model(baseUrl: string, options: Partial<ModelOptions> = {}, apiKey?: string) {
  const pauses: number[] = [];
  const complete = createModel(
    { baseUrl, name: 'm', ...(apiKey === undefined ? {} : { apiKey }) },
    { signal: new AbortController().signal, sleep: async (pause) => pauses.push(pause), ...options },
  );
  return { ask: () => complete([{ role: 'user', content: 'hi' }], []), complete, pauses };
}

describe('createModel', () => {
  it('posts model, messages and tools, with the key as a bearer token', async () => {
    const { baseUrl, received } = await serve(text('one'), text('two'));
    const { complete } = model(`${baseUrl}/?api=1`, {}, 'k3y');
    const tool = {
      type: 'function' as const,
      function: { name: 'x', description: 'd', parameters: { type: 'object' } },
    };
    expect(await complete([{ role: 'user', content: 'é' }], [tool])).toMatchObject({ text: 'one' });
    await complete([{ role: 'user', content: 'é' }], []);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/v1/chat/completions?api=1' });
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer k3y', 'content-type': 'application/json' });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'é' }],
      tools: [tool],
    });
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ model: 'm', messages: [{ role: 'user', content: 'é' }] });
  });

  it('sends no Authorization header without a key', async () => {
    const { baseUrl, received } = await serve(text('one'));
    await model(baseUrl).ask();
    expect(received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('tries twice again after 5xx answers', async () => {
    const { baseUrl, received } = await serve(status(500, ''), status(503, ''), text('at last'));
    const { ask, pauses } = model(baseUrl);
    expect(await ask()).toMatchObject({ text: 'at last' });
    expect(pauses).toEqual([500, 2000]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('gives up after the third 5xx answer', async () => {
    const { baseUrl, received } = await serve(status(500, ''), status(500, ''), status(502, 'bad\n gateway'));
    await expect(model(baseUrl).ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'refused',
        message: `The model at ${baseUrl}/chat/completions answered HTTP 502: bad  gateway`,
      }),
    );
    expect(received).toHaveLength(3);
  });

  it('does not try again after a 4xx answer, and never repeats the key', async () => {
    const said = JSON.stringify({ error: { message: `${'x'.repeat(270)} wrong key s3cret-key-0123456789` } });
    const { baseUrl, received } = await serve(status(401, said));
    await expect(model(baseUrl, {}, 's3cret-key-0123456789').ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'refused',
        message: `The model at ${baseUrl}/chat/completions answered HTTP 401: ${'x'.repeat(270)} wrong key [REDACTED]`,
      }),
    );
    expect(received).toHaveLength(1);
  });

  it('does not follow a redirect', async () => {
    const { baseUrl, received } = await serve((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(model(baseUrl, {}, 'k3y').ask()).rejects.toThrow(/answered HTTP 307$/);
    expect(received).toHaveLength(1);
  });

  it('tries twice again when the connection is refused', async () => {
    const { baseUrl, server } = await serve();
    await new Promise((resolve) => server.close(resolve));
    const { ask, pauses } = model(baseUrl);
    await expect(ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'unreachable',
        message: `The model at ${baseUrl}/chat/completions cannot be reached (ECONNREFUSED)`,
      }),
    );
    expect(pauses).toEqual([500, 2000]);
  });

  it('does not try again when the connection is lost under way', async () => {
    const { baseUrl, received } = await serve((response) => {
      response.write('{');
      response.destroy();
    });
    await expect(model(baseUrl).ask()).rejects.toThrow(/cannot be reached \(ECONNRESET\)$/);
    expect(received).toHaveLength(1);
  });

  it('stops reading an answer that is too large', async () => {
    const { baseUrl } = await serve(text('x'.repeat(2000)));
    await expect(model(baseUrl, { maxBytes: 1000 }).ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid-answer',
        message: `The model at ${baseUrl}/chat/completions: the answer is larger than 1000 bytes`,
      }),
    );
  });

  it('gives up when the answer does not come in time', async () => {
    const { baseUrl } = await serve(() => {});
    await expect(model(baseUrl, { timeout: 20 }).ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'unreachable',
        message: `The model at ${baseUrl}/chat/completions cannot be reached (no answer in 0.02 s)`,
      }),
    );
  });

  it('ends at once when the user interrupts, under way and in a pause', async () => {
    const controller = new AbortController();
    const { baseUrl } = await serve(() => {
      controller.abort();
    });
    await expect(model(baseUrl, { signal: controller.signal }).ask()).rejects.toThrow(
      expect.objectContaining({ code: 'interrupted' }),
    );
    const again = new AbortController();
    const failing = await serve((response) => {
      response.writeHead(500).end();
      response.on('close', () => again.abort());
    });
    const complete = createModel({ baseUrl: failing.baseUrl, name: 'm' }, { signal: again.signal });
    await expect(complete([], [])).rejects.toThrow(expect.objectContaining({ code: 'interrupted' }));
  });

  it('keeps a password in the address out of messages', async () => {
    const { port } = await serve(status(400, ''));
    await expect(model(`http://user:pa55@127.0.0.1:${port}`).ask()).rejects.toThrow(
      `The model at http://127.0.0.1:${port}/chat/completions answered HTTP 400`,
    );
  });

  it('tells the error that stands in an answer whose status is fine', async () => {
    const { baseUrl } = await serve(status(200, '{"error":{"message":"no quota for s3cret-k3y","code":42}}'));
    await expect(model(baseUrl, {}, 's3cret-k3y').ask()).rejects.toThrow(
      expect.objectContaining({
        code: 'refused',
        message: `The model at ${baseUrl}/chat/completions answered with an error: no quota for [REDACTED]`,
      }),
    );
  });

  it('keeps the key out of the answer', async () => {
    const { baseUrl } = await serve(text('Your key is s3cret-k3y.'));
    expect(await model(baseUrl, {}, 's3cret-k3y').ask()).toMatchObject({ text: 'Your key is [REDACTED].' });
  });

  it('leaves the words of an answer alone when the key is a word', async () => {
    const { baseUrl } = await serve(text('This is a test.'));
    expect(await model(baseUrl, {}, 'test').ask()).toMatchObject({ text: 'This is a test.' });
  });

  it('does not wait for a server that switches protocols', async () => {
    const { baseUrl } = await serve((response) => {
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    });
    await expect(model(baseUrl).ask()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('sends no history that is nested too deeply or has grown without measure', async () => {
    const { baseUrl, received } = await serve();
    const { complete } = model(baseUrl);
    const deep = JSON.parse(`{"role":"assistant","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as JsonObject;
    await expect(complete([deep], [])).rejects.toMatchObject({ code: 'invalid-answer' });
    const large = { role: 'user' as const, content: 'x'.repeat(33 * 1024 * 1024) };
    await expect(complete([large, large], [])).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/^Expected the talk to have at most 67108864 characters, got 692\d+$/) as string,
    });
    expect(received).toEqual([]);
  });
});
