import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLines } from './cut-lines.ts';

/** The lines that have come to an end, and last what has not. */
function linesOf(chunks: (string | Uint8Array)[]): string[] {
  const cut = cutLines();
  const lines: Uint8Array[][] = [[]];
  for (const chunk of chunks) {
    for (const { bytes, ends } of cut(Buffer.from(chunk as string))) {
      lines.at(-1)?.push(bytes);
      if (ends) lines.push([]);
    }
  }
  return lines.map((parts) => Buffer.concat(parts).toString('latin1'));
}

const [EF, BB, BF] = ['\xef', '\xbb', '\xbf'].map((byte) => Buffer.from(byte, 'latin1')) as [Buffer, Buffer, Buffer];
const MARK = Buffer.concat([EF, BB, BF]);

describe('cutLines', () => {
  it.each([
    ['CR', 'a\rb\r\rc'],
    ['LF', 'a\nb\n\nc'],
    ['CRLF', 'a\r\nb\r\n\r\nc'],
    ['a mixture of them', 'a\rb\r\n\nc'],
  ])('ends lines at %s, also where every byte is a chunk of its own', (_what, text) => {
    expect(linesOf([text])).toEqual(['a', 'b', '', 'c']);
    expect(linesOf(text.split(''))).toEqual(['a', 'b', '', 'c']);
  });

  it('takes a CRLF for one end when chunks share it, with empty chunks between', () => {
    expect(linesOf(['a\r', '', '\nb'])).toEqual(['a', 'b']);
    expect(linesOf(['a\r', '', '', '\n', '', '\nb'])).toEqual(['a', '', 'b']);
    expect(linesOf(['a\r', 'b\n', '\nc'])).toEqual(['a', 'b', '', 'c']);
    expect(linesOf(['\r', '\n'])).toEqual(['', '']);
  });

  it('tells of a CR as soon as it is there', () => {
    expect(linesOf(['a\r'])).toEqual(['a', '']);
  });

  it.each<[string, Uint8Array[]]>([
    ['is whole', [Buffer.concat([MARK, Buffer.from('a\n')])]],
    ['has a chunk of its own', [MARK, Buffer.from('a\n')]],
    ['is split', [EF, Buffer.alloc(0), BB, BF, Buffer.from('a\n')]],
    [
      'is split with text after it',
      [Buffer.concat([EF, BB]), Buffer.concat([BF, Buffer.from('a')]), Buffer.from('\n')],
    ],
  ])('leaves out a byte order mark that %s', (_what, chunks) => {
    expect(linesOf(chunks)).toEqual(['a', '']);
  });

  it.each<[string, Uint8Array[], string]>([
    ['breaks off', [EF, BB, Buffer.from('a\n')], '\xef\xbba'],
    ['breaks off within a chunk', [Buffer.concat([EF, Buffer.from('a\n')])], '\xefa'],
    ['begins anew', [EF, Buffer.concat([MARK, Buffer.from('\n')])], '\xef\xef\xbb\xbf'],
    ['comes later', [Buffer.from('a'), MARK, Buffer.from('\n')], 'a\xef\xbb\xbf'],
    ['comes twice', [MARK, MARK, Buffer.from('\n')], '\xef\xbb\xbf'],
  ])('keeps what looks like a byte order mark but %s', (_what, chunks, line) => {
    expect(linesOf(chunks)).toEqual([line, '']);
  });

  it('keeps a byte order mark that begins a later line', () => {
    expect(linesOf(['\n', MARK, '\n'])).toEqual(['', '\xef\xbb\xbf', '']);
  });

  it('gives the same lines however the bytes are cut', () => {
    const unit = fc.constantFrom('\r', '\n', '\r\n', 'a', 'bc', '\xef', '\xbb', '\xbf', '\xef\xbb\xbf');
    fc.assert(
      fc.property(fc.string({ unit }), fc.array(fc.nat(4)), (text, sizes) => {
        const bytes = Buffer.from(`${text}\n`, 'latin1');
        let start = 0;
        const chunks = sizes.map((size) => bytes.subarray(start, (start += size)));
        const lines = `${text}\n`.replace(/^\xef\xbb\xbf/, '').split(/\r\n|\r|\n/);
        expect(linesOf([...chunks, bytes.subarray(start)])).toEqual(lines);
      }),
      { numRuns: 500 },
    );
  });
});
