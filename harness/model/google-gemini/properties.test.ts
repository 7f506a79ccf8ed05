import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { items, member, string } from '../../json.ts';
import type { ModelRequest, Reply } from '../dialect.ts';
import { readEventData } from '../sse.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { writeAnswer } from './write.ts';

const path = '/v1beta/models/m:generateContent';
const whole: ModelRequest = { model: 'm', stream: false, wantsUsage: true, tools: [], calls: [], results: [] };
const streamed: ModelRequest = { ...whole, stream: true };

const json = fc.json({ maxDepth: 3, stringUnit: 'binary' }).map((text) => JSON.parse(text) as Json);
const name = fc.oneof(fc.constantFrom('a', 'b', 'tool_call', 'call_1_a', '__proto__'), fc.string({ unit: 'binary' }));
const given = fc.dictionary(fc.string({ unit: 'binary' }), json);
const calls = fc.array(fc.record({ id: fc.string(), name, arguments: given.map((args) => JSON.stringify(args)) }), {
  minLength: 1,
  maxLength: 4,
});

/** What a client does to the ids of the API. */
const KEEPING = {
  kept: (id: Json): JsonObject => ({ id }),
  dropped: (): JsonObject => ({}),
  its_own: (_: Json, index: number): JsonObject => ({ id: `uuid-${index}` }),
};

/** What a client makes of answers: the calls as it keeps them, each answered by its number in the whole talk. */
function contentsOf(answers: string[], keep: (id: Json, index: number) => JsonObject): Json[] {
  let number = 0;
  return answers.flatMap((answer) => {
    const [candidate] = items(member(JSON.parse(answer), 'candidates'));
    const parts = items(member(member(candidate, 'content'), 'parts')).map((part) => {
      const { id = '', ...call } = member(part, 'functionCall') as JsonObject;
      number += 1;
      return { ...call, ...keep(id, number) };
    });
    const first = number - parts.length + 1;
    return [
      { role: 'model', parts: parts.map((call) => ({ functionCall: call })) },
      {
        role: 'user',
        parts: parts.map((call, index) => ({
          functionResponse: { ...call, response: { output: `answer ${first + index}` } },
        })),
      },
    ];
  });
}

/** The value at an RFC 6901 pointer. */
function at(value: Json | undefined, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, key) => (Array.isArray(inner) ? inner[Number(key)] : member(inner, key)), value);
}

describe('any calls', () => {
  it('are read out of an answer as they were put in, streamed or not, and no piece is half a character', () => {
    fc.assert(
      fc.property(calls, (asked) => {
        const reply: Reply = { kind: 'calls', calls: asked };
        const read = readAnswerCalls(writeAnswer(reply, whole, '1').body);
        expect(read.map((call) => [call.name, call.arguments])).toEqual(
          asked.map((call) => [call.name, call.arguments]),
        );
        expect(new Set(read.map(({ id }) => id)).size).toBe(asked.length);
        expect(readAnswerCalls(writeAnswer(reply, streamed, '1').body)).toEqual(read);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const events = readEventData(writeAnswer({ kind: 'text', text }, streamed, '1').body);
        const pieces = events.map((event) =>
          string(at(JSON.parse(event) as Json, '/candidates/0/content/parts/0/text')),
        );
        expect(pieces.join('')).toBe(text);
        expect(events.join('')).not.toMatch(/\\ud[89a-f]/);
      }),
    );
  });

  it.each(Object.entries(KEEPING))(
    'are the same in a history that has their ids %s, each with its result',
    (_, keep) => {
      fc.assert(
        fc.property(fc.array(calls, { minLength: 1, maxLength: 4 }), (turns) => {
          const answers: string[] = [];
          for (const asked of turns) {
            const request = readRequest({ contents: contentsOf(answers, keep) }, path);
            answers.push(writeAnswer({ kind: 'calls', calls: asked }, request, '1').body);
          }
          const { calls: read, results } = readRequest({ contents: contentsOf(answers, keep) }, path);
          expect(read).toEqual(answers.flatMap(readAnswerCalls));
          expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
          expect(results.map(({ callId, texts }) => [callId, texts.map(({ text }) => text)])).toEqual(
            read.map(({ id }, index) => [id, [`{"output":"answer ${index + 1}"}`]]),
          );
        }),
      );
    },
  );
});

const KEYS =
  `contents role parts functionCall function_call functionResponse function_response name id args response text
  tools functionDeclarations function_declarations candidates content`.split(/\s+/);

/** Bodies that have something of the API in them, at any place. */
const body = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 9, withCrossShrink: true },
    fc.oneof(json, fc.constantFrom<Json>('a', 'model', 'user', 'call_1_a', 'call_999999999_a')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  ),
})).value;
const part = fc.oneof(
  body,
  fc.record({
    functionCall: fc.record({ id: body, name: fc.constantFrom('a', 'b'), args: body }, { requiredKeys: ['name'] }),
  }),
  fc.record({
    functionResponse: fc.record({ id: body, name: body, response: body, parts: body }, { requiredKeys: [] }),
  }),
  fc.record({ text: fc.string() }),
);
const content = fc.record({ role: fc.constantFrom('user', 'model', 'function'), parts: fc.array(part) });
const request = fc.oneof(body, fc.record({ contents: fc.array(fc.oneof(content, body)), tools: body }));

/** Nothing where the body was refused as it should be. */
function readOrRefuse(value: Json): ModelRequest {
  try {
    return readRequest(value, path);
  } catch (error) {
    if (error instanceof HarnessError) return whole;
    throw error;
  }
}

describe('any body', () => {
  it('is read or refused, whatever it is; pointers lead to the texts that they are given for', () => {
    fc.assert(
      fc.property(request, (value) => {
        readAnswerCalls(JSON.stringify(value));
        const read = readOrRefuse(value);
        for (const { pointer, texts } of read.results) {
          expect(at(value, pointer)).toBeDefined();
          for (const { pointer: place, text } of texts) {
            const there = at(value, place);
            expect(typeof there === 'string' ? there : JSON.stringify(there)).toBe(text);
          }
        }
        for (const { pointer, name: declared } of read.tools)
          expect(at(value, pointer)).toMatchObject({ name: declared });
      }),
      { numRuns: 1000 },
    );
  });

  it('is read when it holds more texts than a call takes arguments, and very many calls', () => {
    const texts = Array.from({ length: 150_000 }, (_, index) => ({ text: `${index}` }));
    const ids = texts.slice(0, 20_000).map(({ text }) => text);
    const contents: Json = [
      { role: 'model', parts: ids.map((id) => ({ functionCall: { id, name: 'a' } })) },
      { role: 'user', parts: ids.map((id) => ({ functionResponse: { name: 'a', response: id } })) },
      { role: 'user', parts: [{ functionResponse: { name: 'a', parts: texts } }] },
    ];
    const { results } = readRequest({ contents }, path);
    expect(results.map((result) => result.texts[0]?.text).join()).toBe(ids.join());
    expect(results.map((result) => result.texts.length).join()).toBe(
      ids.map((_, index) => (index < 19_999 ? 1 : 150_001)).join(),
    );
  });
});
