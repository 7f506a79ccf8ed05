import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { member } from '../../json.ts';
import type { ModelRequest, Reply } from '../dialect.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { writeStream } from './stream.ts';
import { parseEvents } from './testing/strict-events.ts';
import { writeWhole } from './write.ts';

const request: ModelRequest = { model: 'm', stream: true, wantsUsage: true, tools: [], calls: [], results: [] };
const asks: Reply = { kind: 'calls', calls: [{ id: 'call_1', name: 's__a', arguments: '{"city":"Ulm"}' }] };
const caller = { type: 'direct' };

const message = (content: JsonObject[], reason: string | null): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: reason,
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
  usage: {
    input_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
    output_tokens: 1,
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: null,
    speed: null,
  },
});
const delta = (index: number, value: object): object => ({ type: 'content_block_delta', index, delta: value });
const piece = (index: number, text: string): object => delta(index, { type: 'input_json_delta', partial_json: text });
const piecesOf = (body: string, key: string): string[] =>
  parseEvents(body).flatMap((event) => {
    const text = member(event['delta'], key);
    return typeof text === 'string' ? [text] : [];
  });
const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);
const end = (reason: string): object[] => [
  {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null, stop_details: null, container: null },
    usage: {
      input_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 1,
      output_tokens_details: null,
      server_tool_use: null,
    },
  },
  { type: 'message_stop' },
];

describe('writeStream', () => {
  it('sends the message, each call, its arguments in pieces, the reason of the end, and the end', () => {
    const { contentType, body } = writeStream(
      { kind: 'calls', calls: [...asks.calls, { id: 'call_2', name: 's__b', arguments: '{}' }] },
      request,
      '1',
    );
    expect(contentType).toBe('text/event-stream; charset=utf-8');
    const start = (index: number, id: string, name: string): object => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id, name, input: {}, caller },
    });
    expect(parseEvents(body)).toEqual([
      { type: 'message_start', message: message([], null) },
      { type: 'ping' },
      start(0, 'call_1', 's__a'),
      ...['', '{"ci', 'ty":', '"Ulm', '"}'].map((text) => piece(0, text)),
      { type: 'content_block_stop', index: 0 },
      start(1, 'call_2', 's__b'),
      ...['', '{', '}'].map((text) => piece(1, text)),
      { type: 'content_block_stop', index: 1 },
      ...end('tool_use'),
    ]);
  });

  it('sends a text in pieces', () => {
    expect(parseEvents(writeStream({ kind: 'text', text: 'All done.' }, request, '1').body)).toEqual([
      { type: 'message_start', message: message([], null) },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...['All', ' do', 'ne.'].map((text) => delta(0, { type: 'text_delta', text })),
      { type: 'content_block_stop', index: 0 },
      ...end('end_turn'),
    ]);
  });

  it('never sends half of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { body } = writeStream({ kind: 'text', text }, request, '1');
        const pieces = piecesOf(body, 'text');
        expect(pieces.every(isWhole)).toBe(true);
        expect(pieces.join('')).toBe(text);
      }),
    );
  });
});

describe('writeWhole', () => {
  it('is a message with the calls, or with the text', () => {
    const { contentType, body } = writeWhole(asks, request, '1');
    expect(contentType).toBe('application/json');
    const call = { type: 'tool_use', id: 'call_1', name: 's__a', input: { city: 'Ulm' }, caller };
    expect(JSON.parse(body)).toEqual(message([call], 'tool_use'));
    expect(JSON.parse(writeWhole({ kind: 'text', text: 'Done.' }, request, '1').body)).toEqual(
      message([{ type: 'text', text: 'Done.' }], 'end_turn'),
    );
  });
});

const call = fc.record({
  id: fc.string({ unit: 'binary' }),
  name: fc.string(),
  arguments: fc
    .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))
    .map((value) => JSON.stringify(value)),
});
const calls = fc.array(call, { minLength: 1, maxLength: 3 });

describe('any calls', () => {
  it('are read back from both forms of an answer, and no piece of one is half a character', () => {
    fc.assert(
      fc.property(calls, (asked) => {
        const reply: Reply = { kind: 'calls', calls: asked };
        const { body } = writeStream(reply, request, '1');
        expect(readAnswerCalls(body)).toMatchObject(asked);
        expect(readAnswerCalls(writeWhole(reply, request, '1').body)).toEqual(readAnswerCalls(body));
        expect(piecesOf(body, 'partial_json').every(isWhole)).toBe(true);
        expect(writeStream(reply, request, '1').body).toBe(body);
      }),
    );
  });

  it('are read back from the history of a client that repeats the answer', () => {
    fc.assert(
      fc.property(calls, (asked) => {
        const { body } = writeWhole({ kind: 'calls', calls: asked }, request, '1');
        const { content } = JSON.parse(body) as { content: Json };
        const history = readRequest({ messages: [{ role: 'assistant', content }] });
        expect(history.calls).toEqual(readAnswerCalls(body));
      }),
    );
  });
});

describe('readAnswerCalls', () => {
  it('finds no calls in a text, an error, an empty answer or a stream of something else', () => {
    const { body } = writeStream({ kind: 'text', text: 'Done.' }, request, '1');
    const answers = [
      body,
      '{"type":"error","error":{"type":"invalid_request_error","message":"no"}}',
      '',
      '[]',
      'data: 5\n\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use"}}\n\n',
      'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}\n\n',
    ];
    expect(answers.map(readAnswerCalls)).toEqual(answers.map(() => []));
  });

  it('takes the arguments of a call that the start of its block holds whole', () => {
    const block = '{"type":"tool_use","id":"c","name":"a","input":{"x":1}}';
    const stream = `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":${block}}\n\n`;
    expect(readAnswerCalls(stream)).toEqual([{ id: 'c', name: 'a', arguments: '{"x":1}', target: 'a' }]);
  });

  it('names the tool that a bridge is asked for', () => {
    const text = '{"calls":[{"name":"s__a","arguments":{}}]}';
    const reply: Reply = { kind: 'calls', calls: [{ id: 'c', name: 'tool_call', arguments: text }] };
    expect(readAnswerCalls(writeStream(reply, request, '1').body)).toMatchObject([
      { name: 'tool_call', target: 's__a' },
    ]);
  });
});
