import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../types.ts';
import { isObject } from './frame.ts';
import { type Outline, outlines } from './outline.ts';

const MEMBERS = ['id', 'method', 'jsonrpc', 'params', 'result', 'error'] as const;

const outlinesOf = (text: string | Buffer) => [...outlines(Buffer.from(text as string))];

/** What an object has of an outline, by the parser of the language. */
function outlineOf(value: JsonObject): Outline {
  const has = MEMBERS.filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(has.map((key) => [key, emptied(value[key])]));
}

const emptied = (value: unknown) => (Array.isArray(value) ? [] : isObject(value) ? {} : value);

const escaped = (text: string) =>
  `"${text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** Texts as they are written in JSON, with what a reader could stumble over in them. */
const written = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([plain, escapes]) => (escapes ? escaped(plain) : JSON.stringify(plain)));
const snare = fc.constantFrom('"', '\\', '\\"', '{', '}', '[', ']', ':', ',', '"id":1', '\uFEFF', '\u2028', 'é', '😀');
const anyText = fc.string({ unit: fc.oneof(snare, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) });
const key = written(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...MEMBERS) }, anyText));
const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('-0', '0.10', '1E+2', '-1e-3', '1e999', '9007199254740993'),
);
const scalar = fc.oneof(written(anyText), number, fc.constantFrom('true', 'false', 'null'));

const { value, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('object'), tie('array')),
  object: fc
    .array(fc.tuple(space, key, space, space, tie('value'), space), { maxLength: 6 })
    .map((members) => `{${members.map(([a, name, b, c, held, d]) => `${a}${name}${b}:${c}${held}${d}`).join()}}`),
  array: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join()}]`),
}));
const document = fc.oneof(
  object,
  fc.array(fc.oneof(object, value), { maxLength: 5 }).map((items) => `[${items.join()}]`),
);

/** Parts of JSON in any order. */
const soup = fc.string({
  unit: fc.oneof(snare, fc.constantFrom('"id"', '"method"', '"jsonrpc":', ' ', '1', 'null', '{"id":', '[{')),
  maxLength: 60,
});

function expectBounded(text: Buffer): void {
  const braces = text.filter((byte) => byte === 0x7b).length;
  let found = 0;
  for (const outline of outlines(text)) {
    if (!isObject(outline)) continue;
    found += 1;
    expect(found).toBeLessThanOrEqual(braces);
    for (const member of Object.values(outline)) expect(emptied(member)).toEqual(member);
  }
}

describe('outlines', () => {
  it('finds in any object what the parser of the language finds, however it is written', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '\uFEFF'), space, object, space, (mark, before, text, after) => {
        expect(outlinesOf(`${mark}${before}${text}${after}`)).toStrictEqual([
          outlineOf(JSON.parse(text) as JsonObject),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the objects of an array, in their order, and of what else stands there the kind', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(object, value), { maxLength: 6 }), space, (items, gap) => {
        const text = `${gap}[${items.map((item) => `${gap}${item}${gap}`).join()}]`;
        const kinds = (JSON.parse(text) as unknown[]).map((item) =>
          isObject(item) ? outlineOf(item) : typeof item === 'string' ? '' : emptied(item),
        );
        expect(outlinesOf(text)).toStrictEqual(kinds);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string, unknown[]]>([
    ['a key with escapes', String.raw`{"\u0069d":1,"m\u0065thod":"a\"b"}`, [{ id: 1, method: 'a"b' }]],
    ['the last of two members with one key', '{"id":1,"id":2,"method":"a","method":{}}', [{ id: 2, method: {} }]],
    ['no member of what is nested', '{"params":{"id":1,"of":[{"method":"a"}]},"id":2}', [{ params: {}, id: 2 }]],
    ['no value that has the name of a key', '{"a":"id","b":["id",1],"method":"id"}', [{ method: 'id' }]],
    ['no member in a text', String.raw`{"a":"\\\",\"id\":1,\\","id":2}`, [{ id: 2 }]],
    ['no message in a nested array', '[[{"id":1}],{"id":2}]', [[], { id: 2 }]],
    [
      'of what holds more only its kind',
      '{"id":null,"method":[1],"jsonrpc":true,"params":{"a":[]}}',
      [{ id: null, method: [], jsonrpc: true, params: {} }],
    ],
    ['an object without members', ' {} ', [{}]],
    ['nothing in an empty array', '[]', []],
    ['a text', ' "id" ', ['id']],
    ['a number', '\uFEFF-1e3', [-1000]],
    ['a name', 'null', [null]],
  ])('finds %s', (_what, text, found) => {
    expect(outlinesOf(text)).toStrictEqual(found);
  });

  it.each([
    '',
    ' ',
    '\uFEFF',
    'id',
    '01',
    '"id',
    '"\\q"',
    '[tru]',
    '{"id":tru1}',
    '{"\\q":1}',
    '<html>{"id":1}',
    '\0{}',
    '\uFEFF\uFEFF{}',
  ])('finds nothing in %j', (text) => {
    expect(outlinesOf(text)).toEqual([]);
  });

  it('has the head of a value of more than 64 KiB, quotes and escapes included', () => {
    const texts = ['x'.repeat(65_534), 'é'.repeat(32_767), '"'.repeat(32_767)];
    for (const text of texts) {
      expect(outlinesOf(JSON.stringify({ id: text, method: 'a' }))).toEqual([{ id: text, method: 'a' }]);
      const [long] = outlinesOf(JSON.stringify({ id: `${text}x`, method: 'a' })) as Outline[];
      expect(long).toEqual({ id: expect.stringMatching(/^.{1300,4096}…$/s), method: 'a' });
    }
    const one = `1.${'0'.repeat(65_534)}`;
    expect(outlinesOf(`{"id":${one},"method":"a"}`)).toEqual([{ id: 1, method: 'a' }]);
    for (const digits of [`${one}0`, one.repeat(3)])
      expect(outlinesOf(`{"id":${digits},"method":"a"}`)).toEqual([{ id: `${digits.slice(0, 4096)}…`, method: 'a' }]);
  });

  it('tells at most 4096 values that are no objects, and all objects behind them', () => {
    const text = `[${'1,"a",[],'.repeat(2000)}{"id":1}]`;
    const found = outlinesOf(text);
    expect(found).toHaveLength(4097);
    expect(found.at(-1)).toEqual({ id: 1 });
  });

  it('makes no error of what is broken', () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const text of ['{"id":tru1}', String.raw`{"\q":1}`, '{"id":"\n"}', 'hello', '[nul]', '"']) outlinesOf(text);
    const { results } = parse.mock;
    parse.mockRestore();
    expect(results.filter(({ type }) => type === 'throw')).toEqual([]);
  });

  it('never parses a short text, which V8 would keep for long', () => {
    const parse = vi.spyOn(JSON, 'parse');
    outlinesOf(String.raw`{"id":"q1","method":"ab","jsonrpc":"2.0","other":"x","params":"p"}`);
    const texts = parse.mock.results.map(({ value }) => value as string);
    parse.mockRestore();
    expect(texts).toHaveLength(9);
    for (const text of texts) expect(text.length).toBeGreaterThan(10);
  });

  it('comes to an end with a text that is cut at any byte, and finds no more in it than objects began', () => {
    fc.assert(
      fc.property(document, (text) => {
        const bytes = Buffer.from(text);
        for (let end = 0; end < Math.min(bytes.length, 400); end += 1) expectBounded(bytes.subarray(0, end));
      }),
    );
  });

  it('comes to an end with anything else, and finds no more in it than objects began', () => {
    const tail = fc.tuple(document, soup).map((parts) => parts.join(''));
    const bytes = fc.oneof(fc.uint8Array(), soup, tail).map((text) => Buffer.from(text as string));
    fc.assert(
      fc.property(fc.constantFrom('', '{', '[{', '{"id":'), bytes, (head, rest) => {
        expectBounded(Buffer.concat([Buffer.from(head), rest]));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['quotes', '{', '"'],
    ['backslashes', '{"a":"', '\\'],
    ['escaped quotes', '{"a":"', '\\"'],
    ['open arrays', '{"a":', '['],
    ['objects in objects', '', '{"id":'],
    ['objects side by side', '[', '{"id":1},'],
    ['spaces after a key', '{', `"id"${' '.repeat(500)}:`],
    ['digits of an id', '{"id":', '1'],
  ])('takes time that grows with the length of the text only: %s', (_what, head, unit) => {
    // Time of this process only: a busy machine adds little to it.
    const timeOf = (bytes: number) => {
      const text = Buffer.from(`${head}${unit.repeat(bytes / unit.length)}"`);
      const times = [1, 2, 3, 4, 5].map(() => {
        const began = process.cpuUsage();
        for (const found of outlines(text)) if (found === 'never') throw new Error('It was there');
        const { user, system } = process.cpuUsage(began);
        return user + system;
      });
      return Math.max(Math.min(...times), 1);
    };
    const small = timeOf(2 ** 17);
    // 32 times as long, or 1024 times where it grows with the square; a busy machine adds to either.
    expect(timeOf(2 ** 22) / small).toBeLessThan(180);
  });
});
