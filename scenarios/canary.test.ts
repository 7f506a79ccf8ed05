import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanaryKind, canary, findCanaries, isCanary } from './canary.ts';

const kinds: CanaryKind[] = ['cnt', 'str', 'met', 'res', 'img', 'pay', 'dsc', 'cal'];
const anyCanary = fc
  .record({ kind: fc.constantFrom(...kinds), part: fc.stringMatching(/^[a-z0-9]{1,8}$/), seed: fc.string() })
  .map(({ kind, part, seed }) => canary(kind, part, seed));

describe('a canary', () => {
  it('is the same each time for the same seed, and names its field and part', () => {
    expect(canary('cnt', 'head', 'tools.result.mirror')).toBe(canary('cnt', 'head', 'tools.result.mirror'));
    expect(canary('cnt', 'head', 'a')).toMatch(/^cnt~head~[0-9a-z]{4}~[0-9a-z]{2}$/);
    expect(canary('cnt', 'head', 'a')).not.toBe(canary('cnt', 'head', 'b'));
  });

  it('is found wherever it stands in a text that holds no letters of its own alphabet beside it', () => {
    const around = fc.string().filter((text) => !/[a-z0-9~]/.test(text));
    fc.assert(
      fc.property(anyCanary, around, around, (token, before, after) => {
        expect(findCanaries(`${before}${token}${after}`)).toEqual([{ token, offset: before.length }]);
      }),
    );
  });

  it('survives JSON in JSON at any depth', () => {
    fc.assert(
      fc.property(anyCanary, fc.string(), fc.integer({ min: 0, max: 5 }), (token, around, depth) => {
        let text = `${around} ${token} ${around}`;
        for (let level = 0; level < depth; level += 1) text = JSON.stringify({ text });
        expect(findCanaries(text).map((found) => found.token)).toContain(token);
      }),
    );
  });

  it('is no canary when it is cut anywhere', () => {
    fc.assert(
      fc.property(anyCanary, fc.nat(), (token, at) => {
        const cut = token.slice(0, at % token.length);
        expect(isCanary(cut)).toBe(false);
        expect(findCanaries(cut)).toEqual([]);
      }),
    );
  });

  it('is no canary without its part and body, whatever checksum follows', () => {
    const alphabet = Array.from('0123456789abcdefghjkmnpqrstvwxyz');
    const cut = alphabet.flatMap((one) => alphabet.map((other) => `cnt~${one}${other}`));
    expect(cut.filter(isCanary)).toEqual([]);
  });

  it('is no canary when one character of its body or its checksum is another', () => {
    // Two checksum digits let one change in about a thousand pass; these two do not.
    const token = canary('cnt', 'head', 'a');
    const last = token.at(-1) === 'x' ? 'y' : 'x';
    expect(isCanary(`${token.slice(0, -1)}${last}`)).toBe(false);
    expect(isCanary(token.replace('cnt', 'str'))).toBe(false);
  });
});
