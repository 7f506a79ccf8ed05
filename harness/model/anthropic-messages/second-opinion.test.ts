import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject, member } from '../../json.ts';
import type { Reply } from '../dialect.ts';
import { send } from '../testing/http.ts';
import { anthropicMessages } from './dialect.ts';
import { parseEvents } from './testing/strict-events.ts';

const calls = [
  { id: 'call_1', name: 's__a', arguments: '{"city":"Ulm"}' },
  { id: 'call_2', name: 's__b', arguments: '{}' },
];
const replies: [string, Reply][] = [
  ['calls', { kind: 'calls', calls }],
  ['text', { kind: 'text', text: 'All done.' }],
];

// Another mocked model, written by others from the API's behaviour.
const other = new LLMock({ port: 0 });
beforeAll(async () => {
  other.onMessage('calls', { toolCalls: calls }).onMessage('text', { content: 'All done.' });
  await other.start();
});
afterAll(() => other.stop());

/** What the other model and ours say to the same request. */
async function ask(said: string, reply: Reply, stream: boolean): Promise<{ theirs: string; ours: string }> {
  const body = { model: 'm', max_tokens: 100, stream, messages: [{ role: 'user', content: said }] };
  const { body: theirs } = await send(`${other.url}/v1/messages`, 'POST', JSON.stringify(body), {
    'content-type': 'application/json',
    'x-api-key': 'dummy',
    'anthropic-version': '2023-06-01',
  });
  return { theirs, ours: anthropicMessages.write(reply, anthropicMessages.read(body, '/v1/messages'), '1').body };
}

/** On purpose: members that the vendor's types ask for and that the other model leaves out. */
const ONLY_OURS = new Set(['stop_details', 'container', 'diagnostics', 'caller']);
/** Members whose values are words of the API. */
const WORDS = new Set(['type', 'role', 'stop_reason']);

describe('the same as another mocked model', () => {
  it.each(replies)('in the events of a stream and their members: %s', async (said, reply) => {
    const { theirs, ours } = await ask(said, reply, true);
    expect(shapes(parseEvents(ours).filter(isNeeded))).toEqual(shapes(parseEvents(theirs)));
  });

  it.each(replies)('in the members of a whole message: %s', async (said, reply) => {
    const { theirs, ours } = await ask(said, reply, false);
    expect(membersOf(JSON.parse(ours) as Json)).toEqual(membersOf(JSON.parse(theirs) as Json));
  });
});

/** On purpose: a ping, and the API's empty first piece. */
function isNeeded(event: JsonObject): boolean {
  return event['type'] !== 'ping' && member(event['delta'], 'partial_json') !== '';
}

/** Each event's index and members; how many pieces there are is free. */
function shapes(events: JsonObject[]): string[] {
  const all = events.map((event) => JSON.stringify([event['index'], ...membersOf(event)]));
  return all.filter((shape, index) => shape !== all[index - 1]);
}

/** Every member by its pointer, without what is in a usage or in arguments, and what only we have. */
function membersOf(value: Json, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => membersOf(item, `${pointer}/${index}`));
  if (!isObject(value) || /\/(?:usage|input)$/.test(pointer)) return [];
  const members = Object.entries(value).flatMap(([key, inner]) => {
    if (ONLY_OURS.has(key)) return [];
    const word = WORDS.has(key) ? ` ${JSON.stringify(inner)}` : '';
    return [`${pointer}/${key}${word}`, ...membersOf(inner, `${pointer}/${key}`)];
  });
  return members.sort();
}
