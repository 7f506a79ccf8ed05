import { describe, expect, it } from 'vitest';
import type { Connection, JsonObject } from '../types.ts';
import { createBreaker } from './breaker.ts';
import { createToolCaller } from './call-tool.ts';

/** A server that answers its n-th call with `results[n]`; an error is thrown. */
function serve(...results: unknown[]) {
  const called: [string, JsonObject][] = [];
  const connection: Connection = {
    server: 'docs',
    era: 'handshake',
    revision: '2025-11-25',
    capabilities: {},
    listTools: async () => [],
    async callTool(name, args) {
      const result = results[called.length];
      called.push([name, args]);
      if (result instanceof Error) throw result;
      return result;
    },
    close: async () => undefined,
  };
  const logged: string[] = [];
  const call = createToolCaller(connection, {
    breaker: createBreaker('docs', () => 0),
    home: '/nowhere',
    hide: (value) => value.replaceAll('s3cret', '[REDACTED]'),
    log: (level, message) => logged.push(`${level} ${message}`),
  });
  return {
    call: (schema?: JsonObject) => call({ name: 'x', ...(schema && { outputSchema: schema }) }, { q: 1 }),
    called,
    logged,
  };
}

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('createToolCaller', () => {
  it('renders a valid result', async () => {
    const { call, called, logged } = serve(text('hello'));
    expect(await call()).toBe('{"result": "hello"}');
    expect(called).toEqual([['x', { q: 1 }]]);
    expect(logged).toEqual(['info docs: call of x: ok']);
  });

  it('tells the model of a result that its revision does not define, and shows nothing of it', async () => {
    const answer = await serve({ structuredContent: { a: 'shown?' } }).call();
    expect(JSON.parse(answer)).toEqual({ error: expect.stringContaining('content') });
    expect(answer).not.toContain('shown?');
  });

  it('tells the model of a result that breaks the tool’s outputSchema', async () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } } };
    const answer = await serve({ ...text('t'), structuredContent: { n: 'shown?' } }).call(schema);
    expect(JSON.parse(answer)).toEqual({ error: expect.stringContaining('outputSchema') });
    expect(answer).not.toContain('shown?');
  });

  it('tells the model of a call that failed, and logs no more than that', async () => {
    const { call, logged } = serve(new Error('lost, token=abc'));
    expect(await call()).toBe('{"error": "The call failed: lost, [REDACTED]"}');
    expect(logged).toEqual(['info docs: call of x: failure']);
  });

  it('asks the breaker before the server, and counts all kinds of errors', async () => {
    const { call, called } = serve(new Error('lost'), { ...text('no'), isError: true }, {}, text('never'));
    expect(await call()).toContain('lost');
    expect(await call()).toBe('{"error": "no"}');
    await call();
    expect(await call()).toContain('failed 3 calls in a row');
    expect(called).toHaveLength(3);
  });

  it('starts to count anew after a success', async () => {
    const error = { ...text('no'), isError: true };
    const { call, called } = serve(error, error, text('yes'), error, error, text('yes'));
    for (let count = 0; count < 6; count += 1) await call();
    expect(called).toHaveLength(6);
  });

  it('keeps the secrets of the entry out of what it says of a failure', async () => {
    const answer = await serve(new Error('unknown token s3cret')).call();
    expect(answer).toBe('{"error": "The call failed: unknown token [REDACTED]"}');
  });
});
