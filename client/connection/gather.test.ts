import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGatherer } from './gather.ts';

const KIB = 1024;

/** How much memory it holds. */
const held = (gatherer: ReturnType<typeof createGatherer>) => gatherer.bytes().buffer.byteLength;

describe('a gatherer', () => {
  it('has all that was added since it was cleared, in order, however large the parts are', () => {
    const part = fc.oneof(
      fc.uint8Array(),
      fc.nat(200_000).map((size) => new Uint8Array(size).fill(size % 251)),
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 4 }), { maxLength: 5 }), (messages) => {
        const gatherer = createGatherer(10 ** 6);
        for (const parts of messages) {
          for (const bytes of parts) gatherer.add(bytes);
          const whole = Buffer.concat(parts);
          expect(gatherer.size()).toBe(whole.length);
          expect(gatherer.bytes().equals(whole)).toBe(true);
          gatherer.clear();
          expect([gatherer.size(), gatherer.bytes().length]).toEqual([0, 0]);
        }
      }),
    );
  });

  it('keeps its own copy of what was added', () => {
    const gatherer = createGatherer(100);
    const part = Buffer.from('abc');
    gatherer.add(part);
    part.fill('x');
    expect(gatherer.bytes().toString()).toBe('abc');
  });

  it('takes no memory before it is needed, and then one piece that serves many messages', () => {
    const gatherer = createGatherer(1000 * KIB);
    expect(held(gatherer)).toBe(0);
    gatherer.add(Buffer.from('a'));
    const memory = gatherer.bytes().buffer;
    expect(memory.byteLength).toBe(64 * KIB);
    for (let times = 0; times < 10; times += 1) {
      gatherer.clear();
      gatherer.add(Buffer.alloc(64 * KIB));
    }
    expect(gatherer.bytes().buffer).toBe(memory);
  });

  it('grows in three steps, so that small parts are not copied again and again, and never beyond its limit', () => {
    for (const limit of [100, 1000, 4096]) {
      const gatherer = createGatherer(limit * KIB);
      const pieces = new Set<ArrayBufferLike>();
      for (let times = 0; times < limit; times += 1) {
        gatherer.add(Buffer.alloc(KIB));
        pieces.add(gatherer.bytes().buffer);
      }
      const sizes = [64, Math.min(1024, limit), ...(limit > 1024 ? [limit] : [])];
      expect([...pieces].map(({ byteLength }) => byteLength / KIB)).toEqual(sizes);
    }
  });

  it('lets go of what a large message took when the messages are small again, not before', () => {
    const gatherer = createGatherer(8192 * KIB);
    for (const size of [8192, 2048]) {
      gatherer.add(Buffer.alloc(size * KIB));
      gatherer.clear();
    }
    gatherer.add(Buffer.from('a'));
    expect(held(gatherer)).toBe(8192 * KIB);
    gatherer.clear();
    gatherer.add(Buffer.from('a'));
    expect(held(gatherer)).toBe(64 * KIB);
  });

  it('keeps what a message of medium size took', () => {
    const gatherer = createGatherer(8192 * KIB);
    gatherer.add(Buffer.alloc(1024 * KIB));
    for (let times = 0; times < 3; times += 1) {
      gatherer.clear();
      gatherer.add(Buffer.from('a'));
    }
    expect(held(gatherer)).toBe(1024 * KIB);
  });
});
