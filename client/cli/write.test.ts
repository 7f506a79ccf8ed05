import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { write } from './write.ts';

function sink(error: Error | null): { stream: Writable; written: string[] } {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done(error);
    },
  });
  stream.on('error', () => undefined);
  return { stream, written };
}

const failing = (code: string) => sink(Object.assign(new Error('no'), { code })).stream;

describe('write', () => {
  it('resolves when the text is written', async () => {
    const { stream, written } = sink(null);
    await write(stream, 'It is 42.\n');
    expect(written).toEqual(['It is 42.\n']);
  });

  it('takes a reader that has gone away for no error', async () => {
    await expect(write(failing('EPIPE'), 'x')).resolves.toBeUndefined();
  });

  it('says that an answer could not be written', async () => {
    await expect(write(failing('ENOSPC'), 'x')).rejects.toMatchObject({
      code: 'output',
      message: 'Cannot write the answer (ENOSPC)',
    });
  });
});
