import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply, RequestTool } from '../dialect.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { callItemId } from './ids.ts';
import { writeStream } from './stream.ts';
import { joined, parseEvents } from './testing/events.ts';
import { anyCalls, readable, request } from './testing/values.ts';
import { writeWhole } from './write.ts';

const call = { id: 'call_1', name: 's__a', namespace: 'mcp__s', arguments: '{"city":"Ulm"}' };
const asks: Reply = { kind: 'calls', calls: [call] };
const says: Reply = { kind: 'text', text: 'All done.' };
const whole = (reply: Reply, of: ModelRequest = request): JsonObject =>
  JSON.parse(writeWhole(reply, of, '1').body) as JsonObject;

describe('writeWhole', () => {
  it('is a response with the call, or with the message', () => {
    expect(writeWhole(asks, request, '1').contentType).toBe('application/json');
    expect(whole(asks)).toMatchObject({
      object: 'response',
      created_at: 0,
      status: 'completed',
      model: 'm',
      output: [
        {
          type: 'function_call',
          id: callItemId('fc', call),
          call_id: 'call_1',
          name: 's__a',
          namespace: 'mcp__s',
          arguments: '{"city":"Ulm"}',
          status: 'completed',
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    });
    expect(whole(says)).toMatchObject({
      id: 'resp_1',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'All done.', annotations: [], logprobs: [] }],
        },
      ],
    });
    const plain = whole({ kind: 'calls', calls: [{ id: 'c', name: 'a', arguments: '{}' }] });
    expect(Object.keys((plain['output'] as JsonObject[])[0] ?? {})).not.toContain('namespace');
  });

  it('says which answer it goes on from', () => {
    expect(whole(says, { ...request, previous: 'resp_0' })['previous_response_id']).toBe('resp_0');
  });
});

describe('writeStream', () => {
  it('sends a call in pieces between its opening and its end, and the whole answer last', () => {
    const { contentType, body } = writeStream(asks, request, '1');
    expect(contentType).toBe('text/event-stream; charset=utf-8');
    const answer = whole(asks);
    const [item] = answer['output'] as [JsonObject];
    const begun = { ...answer, status: 'in_progress', output: [], usage: null };
    const at = { item_id: item['id'], output_index: 0 };
    const piece = (delta: string) => ({ type: 'response.function_call_arguments.delta', ...at, delta });
    expect(parseEvents(body)).toEqual(
      [
        { type: 'response.created', response: begun },
        { type: 'response.in_progress', response: begun },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...item, arguments: '', status: 'in_progress' },
        },
        piece('{"ci'),
        piece('ty":'),
        piece('"Ulm'),
        piece('"}'),
        { type: 'response.function_call_arguments.done', ...at, name: 's__a', arguments: '{"city":"Ulm"}' },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: answer },
      ].map((event, index) => ({ ...event, sequence_number: index })),
    );
  });

  it('sends a text in pieces of a part of a message', () => {
    const events = parseEvents(writeStream(says, request, '1').body);
    const answer = whole(says);
    const [item] = answer['output'] as [JsonObject & { content: [JsonObject] }];
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const piece = (delta: string) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] });
    expect(events.slice(2)).toEqual(
      [
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [], status: 'in_progress' } },
        { type: 'response.content_part.added', ...at, part: { ...item.content[0], text: '' } },
        piece('All'),
        piece(' do'),
        piece('ne.'),
        { type: 'response.output_text.done', ...at, text: 'All done.', logprobs: [] },
        { type: 'response.content_part.done', ...at, part: item.content[0] },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: answer },
      ].map((event, index) => ({ ...event, sequence_number: index + 2 })),
    );
  });

  it('says the same as an answer that is not streamed, for any calls, and no piece is half a character', () => {
    fc.assert(
      fc.property(anyCalls, (reply) => {
        const { body } = writeStream(reply, request, '1');
        expect(writeStream(reply, request, '1').body).toBe(body);
        const read = readAnswerCalls(body);
        expect(read).toEqual(readAnswerCalls(writeWhole(reply, request, '1').body));
        expect(read).toMatchObject(readable(reply));
        const events = parseEvents(body);
        expect(joined(events, 'response.function_call_arguments.delta')).toBe(
          reply.calls.map((made) => made.arguments).join(''),
        );
        expect(events.at(-1)?.['response']).toEqual(whole(reply));
        expect(JSON.stringify(events)).not.toMatch(/\\ud[89a-f]/);
      }),
    );
  });
});

describe('a search for tools that the API knows', () => {
  const tool: RequestTool = { name: 'tool_search', description: '', pointer: '/tools/0', parameters: null };
  const search: Extract<Reply, { kind: 'calls' }> = {
    kind: 'calls',
    calls: [{ id: 'c', name: 'tool_search', arguments: '{"query":"a b"}' }],
  };
  const offered: ModelRequest = { ...request, tools: [{ ...tool, builtIn: true }] };

  it('has an item of its own, which is read back as a call', () => {
    const item = {
      type: 'tool_search_call',
      call_id: 'c',
      execution: 'client',
      arguments: { query: 'a b' },
      status: 'completed',
    };
    expect(whole(search, offered)).toMatchObject({ output: [item] });
    const { body } = writeStream(search, offered, '1');
    expect(parseEvents(body).map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(readAnswerCalls(body)).toEqual([
      { id: 'c', name: 'tool_search', arguments: '{"query":"a b"}', target: 'tool_search' },
    ]);
  });

  it('is a function where the client declares one of that name, alone or in a group', () => {
    const item = { type: 'function_call', name: 'tool_search', arguments: '{"query":"a b"}' };
    expect(whole(search, { ...request, tools: [tool] })).toMatchObject({ output: [item] });
    const tools: RequestTool[] = [
      { ...tool, builtIn: true },
      { ...tool, namespace: 'n' },
    ];
    const grouped: Reply = { ...search, calls: search.calls.map((made) => ({ ...made, namespace: 'n' })) };
    expect(whole(grouped, { ...request, tools })).toMatchObject({ output: [{ ...item, namespace: 'n' }] });
  });
});

describe('readAnswerCalls', () => {
  it('finds no calls in a text, an error, an empty answer or a stream of something else', () => {
    const answers = [
      writeStream(says, request, '1').body,
      writeWhole(says, request, '1').body,
      '{"error":{"message":"no"}}',
      '',
      '[]',
      'data: 5\n\ndata: {"type":"response.output_item.done"}\n\ndata: {"item":{"type":"function_call","name":"a"}}\n\n',
    ];
    expect(answers.map(readAnswerCalls)).toEqual(answers.map(() => []));
  });

  it('names the tool that a bridge is asked for', () => {
    const given = '{"calls":[{"name":"s__a","arguments":{}}]}';
    const reply: Reply = { kind: 'calls', calls: [{ id: 'c', name: 'tool_call', arguments: given }] };
    expect(readAnswerCalls(writeStream(reply, request, '1').body)).toMatchObject([
      { name: 'tool_call', target: 's__a' },
    ]);
  });
});
