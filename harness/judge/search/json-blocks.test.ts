import { describe, expect, it } from 'vitest';
import { findJsonBlocks } from './json-blocks.ts';

describe('findJsonBlocks', () => {
  it('takes a text that is JSON as a whole', () => {
    expect(findJsonBlocks(' [{"a":1}] ')).toEqual([{ offset: 1, value: [{ a: 1 }] }]);
    expect(findJsonBlocks('"{\\"a\\":1}"')).toEqual([{ offset: 0, value: '{"a":1}' }]);
  });

  it('finds balanced objects in other text, whatever braces and quotes their strings hold', () => {
    const odd = { a: 'one " and } and {', b: { c: '\\' } };
    expect(findJsonBlocks(`He said "so: ${JSON.stringify(odd)}, then {"d": 2}.`)).toEqual([
      { offset: 13, value: odd },
      { offset: 20 + JSON.stringify(odd).length, value: { d: 2 } },
    ]);
  });

  it('finds what stands inside of braces that are no JSON', () => {
    expect(findJsonBlocks('{"a": nothing {"b":1} }')).toEqual([{ offset: 14, value: { b: 1 } }]);
  });

  it.each(['', 'plain', '{}', '{"a":1', "{'a':1}", '{"a":}'])('finds nothing in %j where there is none', (text) => {
    expect(findJsonBlocks(`so ${text}`)).toEqual([]);
  });

  it('stops after 64 attempts', () => {
    const broken = '{"a" '.repeat(63);
    expect(findJsonBlocks(`${broken}{"b":1}`)).toHaveLength(1);
    expect(findJsonBlocks(`${broken}{"a" {"b":1}`)).toEqual([]);
  });
});
