import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('lets no stored or foreign text move the cursor, colour the screen or turn a line around', () => {
  expect(printable('a\u001b[31mred\rb\u0007\u009b2J\u202e\u2028\ud800')).toBe(
    String.raw`a\u001b[31mred\u000db\u0007\u009b2J\u202e\u2028\ud800`,
  );
});

it('leaves tables, lines and every other script as they are', () => {
  const text = '┌─┐\n│ […] and {…} ⟨…⟩ │ größer 漢字 😀\n';
  expect(printable(text)).toBe(text);
});

it('never changes what a JSON text says', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
      expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
      expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text);
    }),
  );
});
