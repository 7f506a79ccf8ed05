import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './lines.ts';

describe('lines', () => {
  it('are the same however the bytes are cut into chunks', () => {
    const bytes = fc.uint8Array({ max: 255, maxLength: 200 });
    const newlines = fc.array(fc.constantFrom(0x0a, 0x0d, 0x7b, 0xff), { maxLength: 100 });
    fc.assert(
      fc.property(fc.oneof(bytes, newlines), fc.array(fc.nat(200)), (given, cuts) => {
        const whole = Buffer.from(given);
        const lines: string[] = [];
        const splitter = splitLines((line) => lines.push(line.toString('latin1')));
        const edges = [0, ...cuts.filter((cut) => cut <= whole.length).sort((a, b) => a - b), whole.length];
        for (const [index, edge] of edges.entries()) splitter.push(whole.subarray(edges[index - 1] ?? 0, edge));
        const expected = whole.toString('latin1').split('\n');
        const rest = expected.pop();
        expect(lines).toEqual(expected);
        expect(splitter.rest()?.toString('latin1') ?? '').toBe(rest);
      }),
    );
  });

  it('may be as long as the limit and no longer', () => {
    const lines: number[] = [];
    const splitter = splitLines((line) => lines.push(line.length), 4);
    splitter.push(Buffer.from('1234\n12'));
    splitter.push(Buffer.from('34\n'));
    expect(lines).toEqual([4, 4]);
    splitter.push(Buffer.from('12'));
    expect(() => splitter.push(Buffer.from('345'))).toThrow('Expected a line of at most 4 bytes, got more');
    expect(splitter.rest()?.toString()).toBe('12345');
    expect(splitter.rest()).toBeUndefined();
  });
});
