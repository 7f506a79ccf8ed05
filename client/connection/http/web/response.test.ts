import { describe, expect, it } from 'vitest';
import { Headers } from './headers.ts';
import { Response } from './response.ts';

const headers = new Headers({ 'content-type': 'text/plain' });

function streamOf(...parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

describe('our response', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('with status %i is ok: %s', (status, ok) => {
    expect(new Response(null, { status, headers })).toMatchObject({ status, ok, statusText: '', headers });
  });

  it('reads a text, a stream and nothing', async () => {
    // A letter that lies across two parts.
    const bytes = Buffer.from('grüß');
    const stream = streamOf(bytes.subarray(0, 3), bytes.subarray(3));
    expect(await new Response('grüß', { status: 200, headers }).text()).toBe('grüß');
    expect(await new Response(stream, { status: 200, headers }).text()).toBe('grüß');
    expect(await new Response(null, { status: 202, headers }).text()).toBe('');
  });

  it('gives the stream itself as its body', () => {
    const stream = streamOf();
    expect(new Response(stream, { status: 200, headers }).body).toBe(stream);
    expect(new Response('text', { status: 200, headers }).body).toBeNull();
  });

  it('reads JSON, and throws where it is none', async () => {
    expect(await new Response('{"a":[1]}', { status: 200, headers }).json()).toEqual({ a: [1] });
    await expect(new Response('{', { status: 200, headers }).json()).rejects.toThrow(SyntaxError);
  });
});
