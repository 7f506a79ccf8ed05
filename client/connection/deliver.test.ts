import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createDeliver } from './deliver.ts';

/** An engine that chokes on what has the method `bad`, with what it throws then. */
function bench(thrown: unknown = new Error('no')) {
  const [handed, answered, logged] = [[] as [string, JSONRPCMessage][], [] as unknown[], [] as string[]];
  const transports = { open: undefined as Transport | undefined };
  const engine = (name: string): Transport => ({
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
    onmessage(message) {
      handed.push([name, message]);
      if ('method' in message && message.method === 'bad') throw thrown;
    },
  });
  const deliver = createDeliver('docs', () => transports.open, {
    ledger: { answered: (id) => void answered.push(id) },
    log: (line) => void logged.push(line),
  });
  return { deliver, transports, engine, handed, answered, logged };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const bad = { jsonrpc: '2.0', id: 2, method: 'bad' };

describe('a message for the engine', () => {
  it('goes over the transport that was opened last', () => {
    const { deliver, transports, engine, handed, answered } = bench();
    transports.open = engine('first');
    expect(deliver(ping)).toBe(true);
    transports.open = engine('second');
    expect(deliver(ping)).toBe(true);
    expect(handed).toEqual([
      ['first', ping],
      ['second', ping],
    ]);
    expect(answered).toEqual([]);
  });

  it('can be missing, and then the engine is left alone', () => {
    const { deliver, transports, engine, handed } = bench();
    transports.open = engine('first');
    expect(deliver(undefined)).toBe(false);
    expect(handed).toEqual([]);
  });

  it('is let go while no transport is open, or nobody listens to it', () => {
    const { deliver, transports, engine, answered, logged } = bench();
    expect(deliver(ping)).toBe(true);
    const { onmessage: _, ...deaf } = engine('deaf');
    transports.open = deaf;
    expect(deliver(ping)).toBe(true);
    expect(logged).toEqual([]);
    // They do not stay open for that; an answer of the server has an id of ours.
    expect(answered).toEqual([1, 1]);
    expect(deliver({ jsonrpc: '2.0', id: 1, result: {} })).toBe(true);
    expect(answered).toEqual([1, 1]);
  });

  it('that the engine chokes on is logged on one line, gets no answer, and holds up no other', () => {
    const { deliver, transports, engine, handed, answered, logged } = bench(new Error('two\nlines'));
    transports.open = engine('first');
    expect([deliver(bad), deliver(ping)]).toEqual([true, true]);
    expect(logged).toEqual(['MCP server "docs": two lines']);
    expect(answered).toEqual([2]);
    expect(handed).toHaveLength(2);
  });

  it.each([
    ['a text', 'oh', 'oh'],
    ['null', null, 'null'],
  ])('may make the engine throw %s', (_what, thrown, words) => {
    const { deliver, transports, engine, logged } = bench(thrown);
    transports.open = engine('first');
    expect(deliver(bad)).toBe(true);
    expect(logged).toEqual([`MCP server "docs": ${words}`]);
  });
});
