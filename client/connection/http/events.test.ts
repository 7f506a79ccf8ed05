import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents, writeEvent } from './events.ts';

/** The events with their data as text. Its bytes are good only until the next event is asked for. */
async function read(chunks: Uint8Array[], limit = 1000): Promise<object[]> {
  async function* stream() {
    yield* chunks;
  }
  const events: object[] = [];
  for await (const { data, ...fields } of readEvents(stream(), limit, () => new Error('too large')))
    events.push({ ...fields, ...(data !== undefined && { data: data.toString('utf8') }) });
  return events;
}

function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...chunks, bytes.subarray(start)];
}

describe('readEvents', () => {
  it('reads fields, joins data, drops comments and one space, and ends lines at CR, LF or both', async () => {
    const text =
      ': hello\nid: 1\r\nevent:message\rretry:  5\ndata: a\ndata:b\ndata\n\n\n: only a comment\n\ndata:  x\r\r';
    expect(await read([Buffer.from(text)])).toEqual([
      { id: '1', event: 'message', retry: ' 5', data: 'a\nb\n' },
      { data: ' x' },
    ]);
  });

  it('joins any number of lines', async () => {
    const lines = Array.from({ length: 10_000 }, (_, line) => String(line % 7));
    const text = lines.map((line) => `data: ${line}\n`).join('');
    expect(await read([Buffer.from(`${text}\n`)], 1e6)).toEqual([{ data: lines.join('\n') }]);
  });

  it('does not give out an event that the stream breaks off', async () => {
    expect(await read([Buffer.from('data: a\n\ndata: b\n')])).toEqual([{ data: 'a' }]);
  });

  it('stops at an event over the limit, with or without line ends, and counts every event anew', async () => {
    const small = 'data: 123456\n\n'.repeat(50);
    expect(await read([Buffer.from(small)], 20)).toHaveLength(50);
    await expect(read([Buffer.from(`${small}data: ${'x'.repeat(30)}`)], 20)).rejects.toThrow('too large');
    await expect(read([Buffer.from('data: a\n'.repeat(3))], 20)).rejects.toThrow('too large');
    await expect(read(cut(Buffer.from(':'.repeat(30)), [4, 4, 4, 4, 4, 4]), 20)).rejects.toThrow('too large');
  });

  it('reads the same events however the bytes are cut and the lines end', async () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[\r\n\ufeff]/g, ''));
    const event = fc.record({
      id: word,
      data: fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.array(fc.nat(30)),
        async (events, end, sizes) => {
          const bytes = Buffer.from(events.map(writeEvent).join('').replaceAll('\n', end));
          expect(await read(cut(bytes, sizes))).toEqual(events);
        },
      ),
    );
  });
});
