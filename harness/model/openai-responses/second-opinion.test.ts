import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject } from '../../json.ts';
import type { Reply } from '../dialect.ts';
import { send } from '../testing/http.ts';
import { openAiResponses } from './dialect.ts';

const CALL = { id: 'call_1', name: 's__a', arguments: '{"city":"Ulm"}' };
const other = new LLMock({ port: 0, chunkSize: 4 });
beforeAll(async () => {
  other.onMessage('call', { toolCalls: [CALL] });
  other.onMessage('talk', { content: 'All done.' });
  await other.start();
});
afterAll(() => other.stop());

const replies: [string, Reply][] = [
  ['call', { kind: 'calls', calls: [CALL] }],
  ['talk', { kind: 'text', text: 'All done.' }],
];
const bodyOf = (input: string, stream: boolean): JsonObject => ({
  model: 'gpt-4o',
  input,
  stream,
  tools: [{ type: 'function', name: 's__a', parameters: { type: 'object' } }],
});
const theirs = async (word: string, stream: boolean): Promise<string> =>
  (await send(`${other.url}/v1/responses`, 'POST', JSON.stringify(bodyOf(word, stream)))).body;
const ours = (word: string, stream: boolean, reply: Reply): string => {
  const request = openAiResponses.read(bodyOf(word, stream), '/v1/responses');
  return openAiResponses.write(reply, request, '1').body;
};

interface Named {
  name: string;
  data: Json;
}
/** The events by name; pieces of one kind that follow each other count once, for we cut otherwise. */
function eventsOf(stream: string): Named[] {
  const events = stream
    .trim()
    .split('\n\n')
    .map((text) => {
      const [, name = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(text) ?? [];
      return { name, data: JSON.parse(data) as Json };
    });
  return events.filter(({ name }, index) => !name.endsWith('.delta') || events[index - 1]?.name !== name);
}

/** The pointer of each value, with its text where that is no id and no time. */
function leaves(value: Json, at = ''): string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((item, index) => leaves(item, `${at}/${index}`))];
  if (isObject(value)) return [at, ...Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${at}/${key}`))];
  return [/(?:\/id|_id|_at|_tokens|\/delta)$/.test(at) ? at : `${at}=${JSON.stringify(value)}`];
}

/**
 * What only we send, on purpose, since the API's own types ask for it: numbers of events, `logprobs`, the name in the event
 * that ends a call's arguments; and in a response all its members, with null for a usage that is not known yet.
 */
const ADDED = new Set(['sequence_number', 'logprobs', 'name']);

describe.each(replies)('beside aimock, asked to %s', (word, reply) => {
  it('streams the same events, and lacks nothing that it holds', async () => {
    const [their, our] = [eventsOf(await theirs(word, true)), eventsOf(ours(word, true, reply))];
    expect(our.map(({ name }) => name)).toEqual(their.map(({ name }) => name));
    their.forEach(({ data }, index) => {
      expect(leaves(our[index]?.data ?? null)).toEqual(expect.arrayContaining(leaves(data)));
    });
  });

  it('answers whole with all that it holds', async () => {
    const read = (text: string): string[] => leaves(JSON.parse(text) as Json);
    expect(read(ours(word, false, reply))).toEqual(expect.arrayContaining(read(await theirs(word, false))));
  });

  it('adds what is listed, and nothing else', async () => {
    const held = new Set(eventsOf(await theirs(word, true)).flatMap(({ name, data }) => keys(name, data)));
    const added = eventsOf(ours(word, true, reply)).flatMap(({ name, data }) => keys(name, data));
    const more = new Set(
      added.filter((key) => !held.has(key) && !/^response\.(created|in_progress|completed) /.test(key)),
    );
    expect([...more].map((key) => key.replace(/^.* /, '')).filter((key) => !ADDED.has(key))).toEqual([]);
  });
});

/** The names of members, each with the event that holds it. */
function keys(event: string, value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keys(event, item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${event} ${key}`, ...keys(event, inner)]);
}
