import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import type { ModelRequest } from '../dialect.ts';
import { readRequest } from './read.ts';

/** Bodies that are almost right, or not at all. */
const hostile = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<Json>(null, 0, true, '', 'x', 'namespace', 'function', 'item_reference', 'fc_W10', 'resp_1_W10'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom('input', 'tools', 'type', 'name', 'id', 'call_id', 'output', 'text', 'arguments', '__proto__'),
      tie('value'),
      { maxKeys: 6 },
    ),
    fc.record({
      type: fc.constantFrom('function_call', 'function_call_output', 'tool_search_call', 'tool_search_output'),
      call_id: tie('value'),
      name: tie('value'),
      arguments: tie('value'),
      output: tie('value'),
      tools: tie('value'),
    }) as fc.Arbitrary<Json>,
  ) as fc.Arbitrary<Json>,
})).value;

/** RFC 6901. */
function resolve(body: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((value, step) => (value as Record<string, Json> | undefined)?.[step], body);
}

/** The request; nothing where the body is refused. */
function attempt(body: Json): ModelRequest | undefined {
  try {
    return readRequest(body);
  } catch (error) {
    if (error instanceof HarnessError) return undefined;
    throw error;
  }
}

describe('readRequest, given anything', () => {
  it('throws nothing but HarnessError, and every pointer leads to what it stands for', () => {
    const whole = fc.array(hostile).map((input) => ({ input, tools: input }));
    fc.assert(
      fc.property(fc.oneof(hostile, whole, whole), (body) => {
        const { tools = [], results = [] } = attempt(body) ?? {};
        for (const { pointer, name, builtIn } of tools) {
          expect((resolve(body, pointer) as { name: string }).name).toBe(builtIn === true ? undefined : name);
        }
        for (const { pointer, text } of results.flatMap((result) => result.texts)) {
          const value = resolve(body, pointer);
          expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(text);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('reads what is nested too deep to be written again', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as Json;
    const call: Json = { type: 'function_call', call_id: 'c', name: 'a', arguments: deep };
    const output: Json = { type: 'function_call_output', call_id: 'c', output: deep };
    expect(readRequest({ input: [call, output], tools: deep })).toMatchObject({
      calls: [{ arguments: '' }],
      results: [{ texts: [{ text: '' }] }],
    });
  });
});
