import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Headers as Ours } from './headers.ts';

/** What a step gives, or that it throws a TypeError: the words of an error are each class's own. */
function outcome(step: () => unknown): unknown {
  try {
    return step();
  } catch (error) {
    return error instanceof TypeError ? 'TypeError' : error;
  }
}

const name = fc.oneof(
  fc.constantFrom('accept', 'Accept', 'ACCEPT', 'cookie', 'Set-Cookie', 'x-a', 'x-b', 'constructor', '__proto__'),
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const value = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r', '\n', '\0', '\x7f', 'é', 'ÿ', 'Ā', '☃', ','), maxLength: 5 }),
);
const step = fc.oneof(
  fc.tuple(fc.constantFrom('append' as const, 'set' as const), name, value),
  fc.tuple(fc.constantFrom('delete' as const), name),
);
const init = fc.oneof(
  fc.constantFrom(undefined, null, 5, 'text', true, [['a']], [['a', 'b', 'c']], ['ab'], [[]], {}),
  fc.array(fc.tuple(name, value), { maxLength: 4 }),
  // The built-in class loses a member that is called __proto__.
  fc.dictionary(
    name.filter((each) => each !== '__proto__'),
    value,
    { maxKeys: 4 },
  ),
);

type Step = readonly ['append' | 'set', string, string] | readonly ['delete', string];

/** All that can be seen of headers that are made from `first` and go through `steps`. */
function story(Kind: typeof Ours | typeof Headers, first: unknown, steps: readonly Step[], asked: string): unknown {
  const headers = outcome(() => new Kind(first as never));
  if (!(headers instanceof Kind)) return headers;
  const outcomes = steps.map(([method, ...given]) => outcome(() => headers[method](...(given as [string, string]))));
  const visited: unknown[] = [];
  headers.forEach((each, at, of) => visited.push([at, each, of === headers]));
  return {
    outcomes,
    visited,
    all: [[...headers], [...headers.entries()], [...headers.keys()], [...headers.values()], headers.getSetCookie()],
    asked: [outcome(() => headers.get(asked)), outcome(() => headers.has(asked))],
  };
}

describe('our headers', () => {
  it('are those of the fetch standard, whatever is done to them', () => {
    fc.assert(
      fc.property(init, fc.array(step, { maxLength: 6 }), name, (first, steps, asked) => {
        expect(story(Ours, first, steps, asked)).toEqual(story(Headers, first, steps, asked));
      }),
      { numRuns: 2000 },
    );
  });

  it('are made from the built-in ones and from their own kind', () => {
    const pairs: [string, string][] = [
      ['b', '2'],
      ['a', '1'],
      ['set-cookie', 'x'],
      ['set-cookie', 'y'],
    ];
    const expected = [['a', '1'], ['b', '2'], ...pairs.slice(2)];
    expect([...new Ours(new Headers(pairs))]).toEqual(expected);
    expect([...new Ours(new Ours(pairs))]).toEqual(expected);
  });

  it('never show a value in an error', () => {
    expect(() => new Ours([['authorization', 's3c\nret']])).toThrow(/^Expected the value of a header, got one with/);
  });
});
