import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, ModelCall } from '../../../scenarios/types.ts';
import type { Reply } from '../dialect.ts';
import { answerId, readCallItemId, readThread } from './ids.ts';
import { readRequest } from './read.ts';
import { anyCalls, readable, request } from './testing/values.ts';
import { writeWhole } from './write.ts';

const call = (id: string, name = 's__a'): ModelCall => ({ id, name, arguments: '{}', target: name });
const asks = (...ids: string[]): Reply => ({
  kind: 'calls',
  calls: ids.map((id) => ({ id, name: 's__a', arguments: '{}' })),
});
const answers = (...ids: string[]): Json[] =>
  ids.map((id) => ({ type: 'function_call_output', call_id: id, output: `of ${id}` }));

interface Answer {
  id: string;
  output: JsonObject[];
}
/** The answer to a body. */
function answer(body: JsonObject, reply: Reply, id: string): Answer {
  return JSON.parse(writeWhole(reply, readRequest(body), id).body) as Answer;
}

describe('a history made of our own answers', () => {
  it('gives the calls back, repeated or named by id', () => {
    fc.assert(
      fc.property(fc.array(anyCalls, { minLength: 1, maxLength: 4 }), fc.boolean(), (replies, byId) => {
        const items = replies.flatMap(
          (reply, turn) => (JSON.parse(writeWhole(reply, request, `${turn}`).body) as Answer).output,
        );
        const input = byId ? items.map(({ id }): Json => ({ type: 'item_reference', id: id ?? null })) : items;
        expect(readRequest({ input }).calls).toMatchObject(replies.flatMap(readable));
      }),
    );
  });

  it('gives the calls back to a client that names the answer before and sends only what is new', () => {
    const first = answer({ input: 'Go.' }, asks('c1', 'c2'), '1');
    const second: JsonObject = { previous_response_id: first.id, input: answers('c1', 'c2') };
    expect(readRequest(second)).toMatchObject({
      previous: first.id,
      calls: [call('c1'), call('c2')],
      results: [{ callId: 'c1', pointer: '/input/0/output' }, { callId: 'c2' }],
    });
    const third: JsonObject = { previous_response_id: answer(second, asks('c3'), '2').id, input: answers('c3') };
    expect(readRequest(third)).toMatchObject({
      calls: [call('c1'), call('c2'), call('c3')],
      results: [
        { callId: 'c1', pointer: '/previous_response_id', texts: [] },
        { callId: 'c2', pointer: '/previous_response_id', texts: [] },
        { callId: 'c3', pointer: '/input/0/output', texts: [{ pointer: '/input/0/output', text: 'of c3' }] },
      ],
    });
    const done = answer(third, { kind: 'text', text: 'All done.' }, '3');
    expect(readRequest({ previous_response_id: done.id, input: 'More.' }).calls).toEqual([
      call('c1'),
      call('c2'),
      call('c3'),
    ]);
  });

  it('knows a call that got no result for one without, also two answers later', () => {
    const first = answer({ input: 'Go.' }, asks('c1'), '1');
    const second = answer({ previous_response_id: first.id, input: 'Wait.' }, asks('c2'), '2');
    const { calls, results } = readRequest({ previous_response_id: second.id, input: answers('c2') });
    expect(calls.map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(results.map(({ callId }) => callId)).toEqual(['c2']);
  });

  it('counts a call once that the client names and repeats', () => {
    const first = answer({ input: 'Go.' }, asks('c1'), '1');
    const input = [...first.output, ...answers('c1')];
    expect(readRequest({ previous_response_id: first.id, input })).toMatchObject({
      calls: [call('c1')],
      results: [{ callId: 'c1', pointer: '/input/1/output' }],
    });
  });

  it('gives all calls back to a client that repeated them up to the end of the talk, and then names its last answer', () => {
    const first = answer({ input: 'Go.' }, asks('c1'), '1');
    const end = answer({ input: [...first.output, ...answers('c1')] }, { kind: 'text', text: 'All done.' }, '2');
    expect(readRequest({ previous_response_id: end.id, input: 'More.' })).toMatchObject({
      calls: [call('c1')],
      results: [{ callId: 'c1', texts: [] }],
    });
  });

  it('keeps the ids of a client that repeats everything short', () => {
    const input: Json[] = [];
    const lengths = Array.from({ length: 10 }, (_, turn) => {
      const { id, output } = answer({ input }, asks(`c${turn}`), `${turn}`);
      input.push(...output, ...answers(`c${turn}`));
      return id.length;
    });
    expect(new Set(lengths).size).toBe(1);
  });
});

describe('ids of others', () => {
  it('carry no calls', () => {
    const foreign = fc.oneof(
      fc.string(),
      fc.json().map((json) => `fc_${Buffer.from(json).toString('base64url')}`),
      fc.json().map((json) => `resp_1_${Buffer.from(json).toString('base64url')}`),
      fc.base64String().map((text) => `resp_${text}`),
    );
    fc.assert(
      fc.property(foreign, (id) => {
        for (const { name } of [...readCallItemId(id), ...Object.values(readThread(id)).flat()]) {
          expect(typeof name).toBe('string');
        }
      }),
    );
    expect(readThread('resp_68af4030baa48193b0b43b4c2a176a1a')).toEqual({ answered: [], asked: [] });
    expect(readCallItemId('fc_68af4030baa48193b0b43b4c2a176a1a')).toEqual([]);
  });

  it('are short where there is nothing to carry', () => {
    expect(answerId('1', { answered: [], asked: [] })).toBe('resp_1');
  });
});
