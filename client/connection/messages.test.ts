import { describe, expect, it, vi } from 'vitest';
import { createReadMessages } from './messages.ts';
import type { Outline } from './outline.ts';
import { createMask } from './secrets.ts';

type Wanted = 'whole' | 'outline' | 'nothing';

/** Messages of a connection that wants what `wants` says, and what it was asked. */
function reader(wants: (outline: Outline) => Wanted = () => 'nothing') {
  const asked: unknown[][] = [];
  const left: Outline[] = [];
  const read = createReadMessages({
    wants(...given) {
      asked.push(given);
      return wants(given[0]);
    },
    overlooked: (outline) => left.push(outline),
  });
  return { asked, left, read: (text: string, id?: number) => read(Buffer.from(text), () => id) };
}

const large = 'x'.repeat(64 * 1024);
const textOf = (...messages: object[]) => JSON.stringify(messages.length === 1 ? messages[0] : messages);
const answer = (id: number) => ({ jsonrpc: '2.0', id, result: { large } });
const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping', params: { large } });

/** The sizes of the pieces that are decoded of a text, in bytes. */
function decoded(text: string, wanted: Wanted = 'nothing'): number[] {
  const bytes = Buffer.from(text);
  const toString = vi.spyOn(Buffer.prototype, 'toString');
  createReadMessages({ wants: () => wanted, overlooked: () => undefined })(bytes, () => undefined);
  const { calls, contexts } = toString.mock;
  toString.mockRestore();
  return contexts.map(({ length }, call) => {
    const [, start = 0, end = length] = calls[call] ?? [];
    return Math.min(Number(end), length) - Number(start);
  });
}

describe('the messages of a connection', () => {
  it.each(['nothing', 'whole'] as const)('are read whole while they are small, if %s is wanted', (wanted) => {
    const { read, left } = reader(() => wanted);
    expect(read('{"id":1,"a":2}')).toEqual({ values: [{ id: 1, a: 2 }] });
    expect(read('\uFEFF[{"id":1,"a":2},2]')).toEqual({ values: [{ id: 1, a: 2 }, 2] });
    expect(left).toEqual([]);
  });

  it('are there also where they are none', () => {
    const { read } = reader();
    const values = { '[]': [], null: [null], ' 5 ': [5], '"a"': ['a'], '[1,[2],null]': [1, [], null], '["a"]': [''] };
    for (const [text, expected] of Object.entries(values)) expect(read(text)).toEqual({ values: expected });
    expect(read(`"${'x'.repeat(64 * 1024 - 2)}"`)).toHaveProperty('values');
  });

  it('are an outline also while they are small, where no more is wanted of any of them', () => {
    const { read } = reader(({ id }) => (id === 2 ? 'nothing' : 'outline'));
    const first = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(read(JSON.stringify({ ...first, params: { a: 1 } }))).toEqual({ values: [{ ...first, params: {} }] });
    expect(read(JSON.stringify([{ ...first, a: 1 }, null, first]))).toEqual({ values: [first, null, first] });
    const whole = [
      { id: 1, a: 1 },
      { id: 2, a: 1 },
    ];
    expect(read(JSON.stringify(whole))).toEqual({ values: whole });
    expect(read('{"id":1,"a":1,}')).toEqual({ noise: '{"id":1,"a":1,}' });
    const many = Array.from({ length: 2000 }, () => ({ jsonrpc: '2.0', method: 'n' }));
    expect(read(JSON.stringify(many))).toEqual({ values: many });
  });

  it('are asked about with their size and the request they are a reply to', () => {
    const { read, asked } = reader();
    for (const text of [textOf(answer(1), request(2)), '[{"jsonrpc":"2.0","id":1},{"id":2,"method":"ping"}]']) {
      asked.length = 0;
      read(text, 7);
      expect(asked).toEqual([
        [expect.objectContaining({ id: 1 }), text.length, 7],
        [expect.objectContaining({ id: 2, method: 'ping' }), text.length, 7],
      ]);
    }
  });

  it('are left unread however small after much that was parsed in vain, and told of', () => {
    const { read, left } = reader(({ id, method }) =>
      method !== undefined ? 'whole' : id === 1 ? 'nothing' : 'outline',
    );
    const text = '{"id":1,"error":{}}';
    const whole = Math.ceil((100 * 2048) / (2048 + text.length));
    for (let times = 0; times < whole; times += 1) expect(read(text)).toEqual({ values: [{ id: 1, error: {} }] });
    expect(left).toEqual([]);
    expect(read(text)).toEqual({ values: [] });
    expect(left).toEqual([{ id: 1, error: {} }]);
    expect(read('["x"]')).toEqual({ values: [''] });
    expect(read('{"level":30,"method":"m","params":{"a":1}}')).toEqual({
      values: [{ level: 30, method: 'm', params: { a: 1 } }],
    });
  });

  it('are not decoded when they are large and nobody wants them', () => {
    expect(reader().read(textOf(answer(1)))).toEqual({ values: [] });
    expect(reader().read(textOf(answer(1), answer(2)))).toEqual({ values: [] });
    const sizes = decoded(textOf(answer(1), request(2)));
    expect(Math.max(...sizes)).toBeLessThan(20);
    expect(decoded(textOf(answer(1)), 'whole').at(-1)).toBe(textOf(answer(1)).length);
  });

  it('are an outline where no more is wanted, and whole where all is', () => {
    const outline = { jsonrpc: '2.0', id: 1, method: 'ping', params: {} };
    expect(reader(() => 'outline').read(textOf(request(1)))).toEqual({ values: [outline] });
    expect(reader(() => 'whole').read(textOf(request(1)))).toEqual({ values: [request(1)] });
  });

  it('are all whole as soon as one of an array is wanted whole', () => {
    const { read, asked, left } = reader(({ id }) => (id === 1 ? 'outline' : id === 2 ? 'whole' : 'nothing'));
    expect(read(textOf(request(1), answer(2), answer(3)))).toEqual({ values: [request(1), answer(2), answer(3)] });
    expect(asked).toHaveLength(2);
    expect(read(textOf(answer(3), answer(2)))).toEqual({ values: [answer(3), answer(2)] });
    expect(left).toEqual([]);
    expect(read(textOf(answer(3), request(1), answer(4)))).toEqual({
      values: [{ jsonrpc: '2.0', id: 1, method: 'ping', params: {} }],
    });
    expect(left.map(({ id }) => id)).toEqual([3, 4]);
  });

  it('are at most 4096 outlines, the first of an array', () => {
    const { read } = reader(() => 'outline');
    const requests = Array.from({ length: 5000 }, (_, id) => ({ id, method: 'ping' }));
    expect(read(JSON.stringify(requests))).toEqual({ values: requests.slice(0, 4096) });
  });

  it('are noise when they are no JSON, of which only the head is kept', () => {
    const { read, asked } = reader();
    expect([read(''), read('hello')]).toEqual([{ noise: '' }, { noise: 'hello' }]);
    expect(read('y'.repeat(4096))).toEqual({ noise: 'y'.repeat(4096) });
    expect(read('y'.repeat(60_000))).toEqual({ noise: `${'y'.repeat(4096)}…` });
    expect(read('y'.repeat(70_000))).toEqual({ noise: `${'y'.repeat(4096)}…` });
    expect(read('€'.repeat(2000))).toEqual({ noise: `${'€'.repeat(1365)}…` });
    expect(decoded('y'.repeat(70_000))).toEqual([4096]);
    expect(asked).toContainEqual([{}, 70_000, undefined]);
  });

  it('are whole, or noise, when there is none in a reply to a request', () => {
    const { read } = reader((outline) => (Object.keys(outline).length === 0 ? 'whole' : 'nothing'));
    const text = JSON.stringify(large);
    expect(read(text)).toEqual({ values: [large] });
    expect(read(text.slice(1))).toEqual({ noise: `${large.slice(0, 4096)}…` });
    expect(read(textOf(answer(1)))).toEqual({ values: [] });
  });

  it('are noise when one is wanted whole and turns out to be no JSON', () => {
    const { read } = reader(() => 'whole');
    const broken = textOf(answer(1)).slice(0, -1);
    expect(read(`${broken},}`)).toEqual({ noise: `${broken.slice(0, 4096)}…` });
  });

  it('tell no secret by their head that goes on behind it', () => {
    const token = `Bearer ${'aé9€'.repeat(1000)}`;
    const mask = createMask({ kind: 'stdio', command: 'x', args: [], env: { TOKEN: token } });
    const { read } = reader();
    for (const text of [`unknown token ${token}`, `${' '.repeat(4000)}unknown token ${token}`, `${token}?`])
      expect(mask.hide((read(text) as { noise: string }).noise)).not.toMatch(/aé9/);
  });

  it('make no error when they are broken, after 100 that were no JSON or a large one', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const timesParsed = (broken: string) => parse.mock.calls.filter(([text]) => text === broken).length;
    const { read } = reader(() => 'whole');
    for (let times = 0; times < 101; times += 1) expect(read('?')).toEqual({ noise: '?' });
    expect(timesParsed('?')).toBe(100);
    expect(read('{"id":1}')).toEqual({ values: [{ id: 1 }] });

    const large = `{"x":"${'x'.repeat(200 * 1024)}",}`;
    const { read: readLarge } = reader(() => 'whole');
    for (let times = 0; times < 3; times += 1) readLarge(large);
    expect(timesParsed(large)).toBe(1);
    parse.mockRestore();
  });
});
