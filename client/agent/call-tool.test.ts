import { describe, expect, it } from 'vitest';
import { OutcomeUncertainError, ServerDownError } from '../lifecycle/errors.ts';
import type { SupervisedServer } from '../lifecycle/types.ts';
import type { CallOptions, JsonObject, ListedTool } from '../types.ts';
import { createBreaker } from './breaker.ts';
import { createToolCaller } from './call-tool.ts';

/** A server that answers its n-th call with `results[n]`; an error is thrown. It lists its tools when it is called. */
function serve(...results: unknown[]) {
  return serveListing([], ...results);
}

function serveListing(tools: ListedTool[], ...results: unknown[]) {
  const called: [string, JsonObject, boolean][] = [];
  const logged: string[] = [];
  const server: Pick<SupervisedServer, 'name' | 'call' | 'listed'> = {
    name: 'docs',
    listed: (name) => (called.length === 0 ? undefined : tools.find((tool) => tool.name === name)),
    async call(name, args, { readOnly }) {
      const result = results[called.length];
      called.push([name, args, readOnly]);
      if (result instanceof Error) throw result;
      return { result, revision: '2025-11-25' };
    },
  };
  const call = createToolCaller(server, {
    breaker: createBreaker('docs', () => 0),
    home: '/nowhere',
    hide: (value) => value.replaceAll('s3cret', '[REDACTED]'),
    log: (level, message) => logged.push(`${level} ${message}`),
  });
  return {
    call: (schema?: JsonObject, more: JsonObject = {}, options: CallOptions = {}) =>
      call({ name: 'x', ...(schema && { outputSchema: schema }), ...more }, { q: 1 }, options),
    called,
    logged,
  };
}

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('createToolCaller', () => {
  it('renders a valid result', async () => {
    const { call, called, logged } = serve(text('hello'));
    expect(await call()).toBe('{"result": "hello"}');
    expect(called).toEqual([['x', { q: 1 }, false]]);
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

  it('holds the first call of a lazy server against what that one lists when it is started', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } } };
    const results = [{ ...text('t'), structuredContent: { n: 'shown?' } }, text('t')];
    const { call } = serveListing([{ name: 'x', outputSchema }], ...results);
    expect(await call()).toContain('does not keep to the outputSchema');
    expect(await call()).toContain('needs structuredContent');
    const { call: callFree } = serveListing([{ name: 'x' }], text('free'));
    expect(await callFree({ type: 'object' })).toBe('{"result": "free"}');
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

  it('keeps them out of the log where a tool is named by one', async () => {
    const { call, logged } = serve(text('hello'), new Error('lost'));
    await call(undefined, { name: 's3cret' });
    await call(undefined, { name: 's3cret' });
    expect(logged).toEqual(['info docs: call of [REDACTED]: ok', 'info docs: call of [REDACTED]: failure']);
  });

  it('tells the model of a call whose outcome nobody knows', async () => {
    const answer = await serve(new OutcomeUncertainError('docs', 'Perhaps. token=abc')).call();
    expect(answer).toBe('{"error": "Perhaps. [REDACTED]", "outcome_uncertain": true, "server": "docs"}');
  });

  it('tells the model of a server that is down', async () => {
    expect(await serve(new ServerDownError('Gone.')).call()).toBe('{"error": "Gone."}');
  });

  it('does not hold a call that a person gave up against the server', async () => {
    const { call, called } = serve(...Array.from({ length: 5 }, () => new Error('cancelled')));
    for (let count = 0; count < 5; count++) await call(undefined, {}, { signal: AbortSignal.abort() });
    expect(called).toHaveLength(5);
  });

  it.each([
    [{ readOnlyHint: true }, true],
    [{ readOnlyHint: 'true' }, false],
    [{ readOnlyHint: false }, false],
    [null, false],
    ['readOnlyHint', false],
  ])('takes a tool with annotations %j for one that only reads: %j', async (annotations, readOnly) => {
    const { call, called } = serve(text('hello'));
    await call(undefined, { annotations });
    expect(called[0]?.[2]).toBe(readOnly);
  });
});
