import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from './lines.ts';

/** The lines as texts. Their bytes are good only until the next line is asked for. */
async function read(chunks: Uint8Array[], limit = 100): Promise<object[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: object[] = [];
  for await (const line of readLines(stream(), limit))
    lines.push('bytes' in line ? { text: line.bytes.toString('latin1') } : line);
  return lines;
}

describe('readLines', () => {
  it('cuts at line feeds and drops a carriage return before them', async () => {
    expect(await read([Buffer.from('a\r\n\nb\rc\nlast')])).toEqual([
      { text: 'a' },
      { text: '' },
      { text: 'b\rc' },
      { text: 'last' },
    ]);
  });

  it('drops a line over the limit and goes on with the next', async () => {
    const chunks = ['abc', 'def', 'g\nok\n', '12345\n', '123456\n'].map((text) => Buffer.from(text));
    expect(await read(chunks, 5)).toEqual([{ tooLong: true }, { text: 'ok' }, { text: '12345' }, { tooLong: true }]);
  });

  it('tells of a line that has no end as soon as it is over the limit, and once', async () => {
    async function* endless() {
      for (;;) yield Buffer.from('abc');
    }
    const lines = readLines(endless(), 100);
    expect((await lines.next()).value).toEqual({ tooLong: true });
    await lines.return();
    const chunks = ['abcdef', 'gh', 'ijkl\nok\n', 'mnopqr'].map((text) => Buffer.from(text));
    expect(await read(chunks, 5)).toEqual([{ tooLong: true }, { text: 'ok' }, { tooLong: true }]);
  });

  it('reads the same lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })),
        fc.array(fc.nat(40)),
        async (texts, cuts) => {
          const clean = texts.map((text) => text.replace(/[\r\n]/g, ''));
          const bytes = Buffer.from(clean.map((text) => `${text}\n`).join(''));
          const chunks: Uint8Array[] = [];
          let start = 0;
          for (const cut of cuts) {
            chunks.push(bytes.subarray(start, start + cut));
            start += cut;
          }
          chunks.push(bytes.subarray(start));
          expect(await read(chunks, 1000)).toEqual(
            clean.map((text) => ({ text: Buffer.from(text).toString('latin1') })),
          );
        },
      ),
    );
  });
});
