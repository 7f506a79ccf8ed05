import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../types.ts';
import { DEEPEST_JSON, toJson } from './json.ts';

describe('toJson', () => {
  it('writes the separators of Python, and letters as they are', () => {
    expect(toJson({ b: [1, 'é–日本', null], a: { 'ключ "x"': true }, e: {}, l: [] })).toBe(
      '{"b": [1, "é–日本", null], "a": {"ключ \\"x\\"": true}, "e": {}, "l": []}',
    );
    expect(toJson('a\n\t\u0001\u007f\u2028')).toBe('"a\\n\\t\\u0001\u007f\u2028"');
  });

  it('writes what parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(JSON.parse(toJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('puts separators between values and nowhere in a text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        // White space outside of strings is all that differs from what JavaScript writes.
        const spaced = toJson(value as Json).replace(
          /"(?:[^"\\]|\\.)*"|([,:]) /g,
          (found, mark: string | undefined) => mark ?? found,
        );
        expect(spaced).toBe(JSON.stringify(value));
      }),
    );
  });

  it('puts a replacement for half a character, which no UTF-8 can carry', () => {
    expect(toJson({ ['a\ud83d']: '\udc00 \u{1f600}' })).toBe('{"a\ufffd": "\ufffd \u{1f600}"}');
  });

  it('keeps a member named __proto__', () => {
    expect(toJson(JSON.parse('{"__proto__":{"a":1}}') as Json)).toBe('{"__proto__": {"a": 1}}');
  });

  it('refuses what is nested too deeply', () => {
    expect(() => toJson(nested(DEEPEST_JSON))).not.toThrow();
    expect(() => toJson(nested(DEEPEST_JSON + 1))).toThrow(RangeError);
    expect(() => toJson(nested(100_000))).toThrow(RangeError);
  });
});

function nested(depth: number): Json {
  let value: Json = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
