import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest, Reply } from '../dialect.ts';
import { parseStrictly } from '../testing/strict-sse.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { writeStream } from './stream.ts';
import { writeWhole } from './write.ts';

const request: ModelRequest = { model: 'm', stream: true, wantsUsage: false, tools: [], calls: [], results: [] };
const asks: Reply = { kind: 'calls', calls: [{ id: 'call_1', name: 's__a', arguments: '{"city":"Ulm"}' }] };

const chunk = (delta: object, reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
});

describe('writeStream', () => {
  it('sends the role, the call, its arguments in pieces, the reason of the end, and [DONE]', () => {
    const { contentType, body } = writeStream(asks, request, '1');
    expect(contentType).toBe('text/event-stream; charset=utf-8');
    const piece = (text: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] });
    expect(parseStrictly(body)).toEqual([
      chunk({ role: 'assistant', content: null }),
      chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 's__a', arguments: '' } }] }),
      piece('{"ci'),
      piece('ty":'),
      piece('"Ulm'),
      piece('"}'),
      chunk({}, 'tool_calls'),
    ]);
  });

  it('sends a text in pieces', () => {
    const chunks = parseStrictly(writeStream({ kind: 'text', text: 'All done.' }, request, '1').body);
    expect(chunks).toEqual([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'All' }),
      chunk({ content: ' do' }),
      chunk({ content: 'ne.' }),
      chunk({}, 'stop'),
    ]);
  });

  it('ends with what it cost where that was asked for, and says null before', () => {
    const chunks = parseStrictly(writeStream(asks, { ...request, wantsUsage: true }, '1').body);
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(chunks.slice(1).map(() => null));
    expect(chunks.at(-1)).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });

  it('says the same as an answer that is not streamed, for any names and arguments, and no piece is half a character', () => {
    const call = fc.record({
      id: fc.string({ unit: 'binary' }),
      name: fc.string(),
      arguments: fc.string({ unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), fc.boolean(), (calls, wantsUsage) => {
        const reply: Reply = { kind: 'calls', calls };
        const { body } = writeStream(reply, { ...request, wantsUsage }, '1');
        const read = readAnswerCalls(body);
        expect(read).toEqual(readAnswerCalls(writeWhole(reply, request, '1').body));
        expect(read).toMatchObject(calls);
        expect(JSON.stringify(parseStrictly(body))).not.toMatch(/\\ud[89a-f]/);
      }),
    );
  });
});

describe('writeWhole', () => {
  it('is a chat completion with the call, or with the text', () => {
    const { contentType, body } = writeWhole(asks, request, '1');
    expect(contentType).toBe('application/json');
    expect(JSON.parse(body)).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 's__a', arguments: '{"city":"Ulm"}' } }],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    expect(JSON.parse(writeWhole({ kind: 'text', text: 'Done.' }, request, '1').body)).toMatchObject({
      choices: [{ message: { role: 'assistant', content: 'Done.', refusal: null }, finish_reason: 'stop' }],
    });
  });
});

describe('readAnswerCalls', () => {
  it('finds no calls in a text, an error, an empty answer or a stream of something else', () => {
    const { body } = writeStream({ kind: 'text', text: 'Done.' }, request, '1');
    const answers = [
      body,
      '{"error":{"message":"no"}}',
      '',
      '[]',
      'data: 5\n\ndata: {"choices":[{"delta":{"tool_calls":[{}]}}]}\n\n',
    ];
    expect(answers.map(readAnswerCalls)).toEqual(answers.map(() => []));
  });

  it('reads streams with other line ends, several data lines and comments', () => {
    const stream =
      ': hello\r\n\r\nevent: x\r\ndata:{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c",\r\ndata: "function":{"name":"a","arguments":"{}"}}]}}]}\r\n\r\n';
    expect(readAnswerCalls(stream)).toEqual([{ id: 'c', name: 'a', arguments: '{}', target: 'a' }]);
  });

  it('names the tool that a bridge is asked for', () => {
    const reply: Reply = {
      kind: 'calls',
      calls: [{ id: 'c', name: 'tool_call', arguments: '{"calls":[{"name":"s__a","arguments":{}}]}' }],
    };
    expect(readAnswerCalls(writeStream(reply, request, '1').body)).toMatchObject([
      { name: 'tool_call', target: 's__a' },
    ]);
  });
});
