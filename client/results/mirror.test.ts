import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../types.ts';
import { isMirrored } from './mirror.ts';

describe('isMirrored', () => {
  it.each([
    ['a copy', { a: 1 }, ['{"a":1}'], true],
    ['a copy among other texts', { a: 1 }, ['Here it is:', '{ "a": 1 }'], true],
    ['a copy with escapes', { a: 'é' }, ['{"a":"\\u00e9"}'], true],
    ['a copy in two pieces', { a: 1 }, ['{"a":', '1}'], false],
    ['a copy with words around it', { a: 1 }, ['It is {"a":1}'], false],
    ['no text', {}, [], false],
    ['a number for a truth', { a: true }, ['{"a":1}'], false],
    ['a truth for a number', { a: 0 }, ['{"a":false}'], false],
    ['a string for a number', { a: 1 }, ['{"a":"1"}'], false],
    ['null for nothing', { a: null }, ['{}'], false],
    ['nothing for null', {}, ['{"a":null}'], false],
    ['a list for an object', { 0: 'a' }, ['["a"]'], false],
    ['an inherited member', { constructor: 1 }, ['{"toString":1}'], false],
    ['a bare list', [1, 2], ['[1,2]'], true],
    ['a wrapped string, said plainly', { result: 'fine' }, ['fine'], true],
    ['a wrapped string, said as JSON', { result: 'fine' }, ['"fine"'], true],
    ['a wrapped number', { result: 42 }, ['42'], true],
    ['a wrapped truth for a number', { result: true }, ['1'], false],
    ['a wrapped object', { result: { a: 1 } }, ['{"a": 1}'], true],
    ['a wrapped list, said whole', { result: [1, 2] }, ['[1, 2]'], true],
    ['a wrapped list, an item a text', { result: ['ann', 'bob'] }, ['ann', 'bob'], true],
    ['a wrapped list of objects', { result: [{ a: 1 }, { a: 2 }] }, ['{"a":1}', '{\n  "a": 2\n}'], true],
    ['a wrapped list in another order', { result: ['ann', 'bob'] }, ['bob', 'ann'], false],
    ['a wrapped list, one text too few', { result: ['ann', 'bob'] }, ['ann'], false],
    ['a wrapped list, one text too many', { result: ['ann'] }, ['ann', 'bob'], false],
    ['a wrapped list whose items hold newlines', { result: ['a\nb', 'c'] }, ['a\nb', 'c'], false],
    ['a wrapped list of one item with a newline', { result: ['a\nb'] }, ['a\nb'], false],
    ['a wrapped empty list', { result: [] }, [], false],
    ['a count of a wrapped list', { result: ['ann', 'bob'] }, ['2 names'], false],
    ['a wrapper with company', { result: 'fine', more: 1 }, ['fine'], false],
    ['a wrapper by another name', { value: 'fine' }, ['fine'], false],
  ] as [string, Json, string[], boolean][])('%s', (_, structuredContent, texts, mirrored) => {
    expect(isMirrored(structuredContent, texts)).toBe(mirrored);
  });

  it('is not deceived or stopped by very deep values', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(isMirrored(JSON.parse(deep) as Json, [deep])).toBe(false);
  });

  // Short keys, and never `result` alone: the wrapper form has its own table.
  const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
  const value = fc.letrec<{ any: Json; object: Json }>((tie) => ({
    object: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, 0, 1, '', '1', 'true', 1.5),
      fc.string({ unit: 'binary' }),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('object'),
    ),
  })).object;

  it('takes every way to write the same JSON for a mirror', () => {
    fc.assert(
      fc.property(value, fc.infiniteStream(fc.nat(5)), (structuredContent, choices) => {
        const choose = (): number => choices.next().value as number;
        expect(isMirrored(structuredContent, [written(structuredContent, choose)])).toBe(true);
      }),
    );
  });

  it('takes nothing for a mirror that differs in any one place', () => {
    fc.assert(
      fc.property(value, (structuredContent) => {
        for (const changed of changes(structuredContent)) {
          expect(isMirrored(structuredContent, [JSON.stringify(changed)])).toBe(false);
        }
      }),
    );
  });
});

/** The value as JSON with members in another order, white space between, and letters escaped, as `choose` has it. */
function written(value: Json, choose: () => number): string {
  const gap = (): string => ['', ' ', '\n', '\t', '  ', '\r\n'][choose()] ?? '';
  if (typeof value === 'string') {
    return JSON.stringify(value).replace(/[a-z]/g, (letter, at: number, all: string) =>
      choose() === 0 && all.charAt(at - 1) !== '\\' && !/\\u[0-9a-f]{0,3}$/.test(all.slice(0, at))
        ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
        : letter,
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => `${gap()}${written(item, choose)}${gap()}`).join(',')}]`;
  const members = Object.entries(value).sort(() => choose() - 2);
  return `{${members.map(([key, member]) => `${gap()}${written(key, choose)}${gap()}:${gap()}${written(member, choose)}`).join(',')}${gap()}}`;
}

/** Values that differ from `value` in one place: a leaf of another type or content, a member more, less or renamed. */
function* changes(value: Json): Generator<Json> {
  if (typeof value === 'boolean') yield Number(value);
  else if (typeof value === 'number') yield* [value + 1, String(value), value === 1];
  else if (typeof value === 'string') yield* [`${value}x`, [value]];
  else if (value === null) yield* [false, 0, '', {}];
  else if (Array.isArray(value)) {
    yield* [[...value, null], Object.assign({}, value)];
    if (value.length > 0) yield value.slice(1);
    for (const [index, item] of value.entries()) for (const changed of changes(item)) yield value.with(index, changed);
  } else {
    yield* [{ ...value, more: null }, Object.values(value)];
    for (const [key, member] of Object.entries(value)) {
      const others = Object.entries(value).filter(([other]) => other !== key);
      yield Object.fromEntries(others);
      yield Object.fromEntries([...others, [`${key}x`, member]]);
      for (const changed of changes(member)) yield Object.fromEntries([...others, [key, changed]]);
    }
  }
}
