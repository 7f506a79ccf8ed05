import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { at, withResult } from './testing/history.ts';

// What the dialect looks for, put together in any way.
const word = fc.constantFrom(
  ...'role content type text name id input source data title tool_use_id tool_name __proto__'.split(' '),
  ...'user assistant tool_use tool_result tool_reference document search_result'.split(' '),
);
const { soup } = fc.letrec<{ soup: Json }>((tie) => ({
  soup: fc.oneof(
    { maxDepth: 6 },
    word,
    fc.constantFrom(null, 0, true),
    fc.array(tie('soup'), { maxLength: 4 }),
    fc.dictionary(word, tie('soup'), { maxKeys: 4 }),
  ),
}));

const part = fc.oneof(
  soup,
  fc.record({ type: fc.constantFrom('text', 'x'), text: fc.string() }),
  fc.record({ type: fc.constant('tool_reference'), tool_name: fc.string() }),
  fc.record({ type: fc.constant('search_result'), title: fc.string(), source: fc.string(), content: soup }),
  fc.record({ type: fc.constant('document'), title: fc.string(), source: soup }),
);
const content = fc.oneof(fc.string(), fc.array(part, { maxLength: 4 }), soup);

describe('any body', () => {
  it('has pointers that resolve to the texts that they claim', () => {
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
        const blocks = contents.map((value): Json => ({ type: 'tool_result', tool_use_id: 'c', content: value }));
        const body: Json = { messages: [{ role: 'user', content: ['x', ...blocks] }] };
        const { results } = readRequest(body);
        expect(results).toHaveLength(contents.length);
        for (const { pointer, texts } of results) {
          expect(at(body, pointer)).toMatchObject({ type: 'tool_result' });
          for (const text of texts) {
            const value = at(body, text.pointer);
            expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(text.text);
          }
        }
      }),
    );
  });

  it('is read or refused as none of the API', () => {
    const body = fc.oneof(
      fc.jsonValue(),
      soup,
      fc.record({ messages: fc.array(fc.record({ role: word, content: soup })), tools: soup }),
    );
    fc.assert(
      fc.property(body as fc.Arbitrary<Json>, (value) => {
        expect(thrownBy(() => readRequest(value))).toSatisfy(isNoneOrInput);
        expect(thrownBy(() => readAnswerCalls(JSON.stringify(value)))).toBeUndefined();
        expect(thrownBy(() => readAnswerCalls(`data: ${JSON.stringify(value)}\n\n`))).toBeUndefined();
      }),
    );
  });

  it('that is nested too deeply is refused, or passed over where nothing has to be written again', () => {
    const deep = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as Json;
    const messages: Json = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'a', input: deep(50_000) }] },
    ];
    expect(thrownBy(() => readRequest({ messages }))).toBeInstanceOf(HarnessError);
    expect(thrownBy(() => readRequest(withResult({ a: deep(50_000) })))).toBeInstanceOf(HarnessError);
    expect(readRequest(withResult(deep(50_000))).results[0]?.texts).toEqual([]);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

function isNoneOrInput(error: unknown): boolean {
  return error === undefined || (error instanceof HarnessError && error.code === 'input');
}
