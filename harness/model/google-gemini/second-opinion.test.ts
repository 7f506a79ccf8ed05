import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject } from '../../json.ts';
import type { Reply } from '../dialect.ts';
import { readEventData } from '../sse.ts';
import { send } from '../testing/http.ts';
import { googleGemini } from './dialect.ts';

const call = { id: 'call_1_s__a', name: 's__a', arguments: '{"city":"Ulm"}' };
const calls = [call, { id: 'call_1_s__b', name: 's__b', arguments: '{}' }];
const replies: [string, Reply][] = [
  ['call', { kind: 'calls', calls: [call] }],
  ['text', { kind: 'text', text: 'All done, and more than that.' }],
];

// Another mocked model, written by others from the API's behaviour.
const other = new LLMock({ port: 0, chunkSize: 10 });
beforeAll(async () => {
  other.onMessage('two', { toolCalls: calls });
  other.onMessage('call', { toolCalls: [call] }).onMessage('text', { content: 'All done, and more than that.' });
  await other.start();
});
afterAll(() => other.stop());

/** What the other model and ours say to the same request. */
async function ask(said: string, reply: Reply, method: string): Promise<{ theirs: string; ours: string }> {
  const path = `/v1beta/models/m:${method}`;
  const body = { contents: [{ role: 'user', parts: [{ text: said }] }] };
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': 'dummy' };
  const { body: theirs } = await send(`${other.url}${path}?alt=sse`, 'POST', JSON.stringify(body), headers);
  // On purpose: their word for the end of a call is none of the API's list, which has STOP for it.
  return {
    theirs: theirs.replaceAll('"FUNCTION_CALL"', '"STOP"'),
    ours: googleGemini.write(reply, googleGemini.read(body, path), '1').body,
  };
}

/** Members whose values are words of the API. */
const WORDS = new Set(['role', 'finishReason', 'code', 'status']);

const parse = (text: string): Json => JSON.parse(text) as Json;

describe('the same as another mocked model', () => {
  it.each(replies)('in the events of a stream and their members: %s', async (said, reply) => {
    const { theirs, ours } = await ask(said, reply, 'streamGenerateContent');
    expect(shapes(withoutOurs(readEventData(ours).map(parse)))).toEqual(shapes(readEventData(theirs).map(parse)));
  });

  // Two calls are not compared in a stream: theirs stand in one event, ours in one each.
  it.each([...replies, ['two', { kind: 'calls', calls }] as const])(
    'in the members of a whole answer: %s',
    async (said, reply) => {
      const { theirs, ours } = await ask(said, reply, 'generateContent');
      expect(shapes([parse(ours)].map(leaveOut(['modelVersion', 'responseId'])))).toEqual(shapes([parse(theirs)]));
    },
  );

  it('in the members of an error', async () => {
    const path = '/v1beta/models/m:generateContent';
    const { status, body } = await send(`${other.url}${path}`, 'POST', '{"contents":5}');
    expect(status).toBe(400);
    expect(membersOf(parse(googleGemini.error('No.', 400).body))).toEqual(membersOf(parse(body)));
  });
});

/** On purpose: the API names the model and the answer, and says with every event what the answer has cost so far. */
function withoutOurs(events: Json[]): Json[] {
  const last = events.length - 1;
  return events.map((event, index) =>
    leaveOut(['modelVersion', 'responseId', ...(index < last ? ['usageMetadata'] : [])])(event),
  );
}

function leaveOut(keys: string[]): (value: Json) => Json {
  return (value) => Object.fromEntries(Object.entries(value as JsonObject).filter(([key]) => !keys.includes(key)));
}

/** The members of each event; how many pieces there are is free. */
function shapes(events: Json[]): string[] {
  const all = events.map((event) => JSON.stringify(membersOf(event)));
  return all.filter((shape, index) => shape !== all[index - 1]);
}

/** Every member by its pointer, with the value where that is a word of the API. */
function membersOf(value: Json, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => membersOf(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const members = Object.entries(value).flatMap(([key, inner]) => {
    const word = WORDS.has(key) ? ` ${JSON.stringify(inner)}` : '';
    return [`${pointer}/${key}${word}`, ...membersOf(inner, `${pointer}/${key}`)];
  });
  return members.sort();
}
