import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('sorts keys at every level, keeps the order of lists and ends with a newline', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }, 'x'], a: {}, c: [] })).toBe(
      '{\n  "a": {},\n  "b": [\n    {\n      "a": null,\n      "z": 1\n    },\n    "x"\n  ],\n  "c": []\n}\n',
    );
  });

  it('sorts keys that look like numbers as text, and keeps __proto__', () => {
    expect(canonicalJson(JSON.parse('{"9":1,"10":2,"__proto__":3}'))).toBe(
      '{\n  "10": 2,\n  "9": 1,\n  "__proto__": 3\n}\n',
    );
  });

  it('leaves undefined members out', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{\n  "b": 1\n}\n');
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [[undefined]], [{ f: () => 1 }], [1n]])('refuses %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('reads back as the same value, and does not depend on the order in which members were added', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonicalJson(value);
        // -0 is 0 in JSON.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
