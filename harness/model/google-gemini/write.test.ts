import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply } from '../dialect.ts';
import { eventOf, readEventData } from '../sse.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { googleGemini } from './dialect.ts';
import { writeAnswer } from './write.ts';

const whole: ModelRequest = { model: 'm', stream: false, wantsUsage: true, tools: [], calls: [], results: [] };
const streamed: ModelRequest = { ...whole, stream: true };
const asks: Reply = {
  kind: 'calls',
  calls: [
    { id: 'call_x', name: 's__a', arguments: '{"city":"Ulm"}' },
    { id: 'call_y', name: 's__b', arguments: '{}' },
  ],
};
const [a, b] = [
  { functionCall: { id: 'call_1_s__a', name: 's__a', args: { city: 'Ulm' } } },
  { functionCall: { id: 'call_1_s__b', name: 's__b', args: {} } },
];

const answer = (parts: JsonObject[], last = true): JsonObject => ({
  candidates: [{ content: { parts, role: 'model' }, ...(last && { finishReason: 'STOP' }), index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'm',
  responseId: '1',
});

describe('writeAnswer', () => {
  it('is one answer with the calls, or with the text', () => {
    const { contentType, body } = writeAnswer(asks, whole, '1');
    expect(contentType).toBe('application/json');
    expect(JSON.parse(body)).toEqual(answer([a, b]));
    expect(JSON.parse(writeAnswer({ kind: 'text', text: 'Done.' }, whole, '1').body)).toEqual(
      answer([{ text: 'Done.' }]),
    );
  });

  it('streams each call whole, and says with the last why it ends', () => {
    const { contentType, body } = writeAnswer(asks, streamed, '1');
    expect(contentType).toBe('text/event-stream; charset=utf-8');
    expect(body).toBe([answer([a], false), answer([b])].map((event) => eventOf(JSON.stringify(event))).join(''));
  });

  it('streams a text in pieces, an empty one in one', () => {
    const pieces = (text: string) =>
      readEventData(writeAnswer({ kind: 'text', text }, streamed, '1').body).map((event) => JSON.parse(event));
    expect(pieces('All done.')).toEqual([
      answer([{ text: 'All' }], false),
      answer([{ text: ' do' }], false),
      answer([{ text: 'ne.' }]),
    ]);
    expect(pieces('')).toEqual([answer([{ text: '' }])]);
  });

  it('numbers calls on from those of the same tool in the request', () => {
    const known = ['call_1_s__a', 'call_4_s__a', 'call_7_s__c'].map((id) => {
      const name = id.slice('call_1_'.length);
      return { id, name, arguments: '{}', target: name };
    });
    const ids = readAnswerCalls(writeAnswer(asks, { ...whole, calls: known }, '1').body).map(({ id }) => id);
    expect(ids).toEqual(['call_5_s__a', 'call_1_s__b']);
  });

  it('writes arguments that are no object as an empty one', () => {
    const odd: Reply = {
      kind: 'calls',
      calls: ['[1]', '"x"', '{', ''].map((text) => ({ id: '', name: 'a', arguments: text })),
    };
    expect(readAnswerCalls(writeAnswer(odd, whole, '1').body).map((call) => call.arguments)).toEqual(
      odd.calls.map(() => '{}'),
    );
  });
});

describe('readAnswerCalls', () => {
  it('finds no calls in a text, an error, an empty answer or a stream of something else', () => {
    const answers = [
      writeAnswer({ kind: 'text', text: 'Done.' }, streamed, '1').body,
      googleGemini.error('no', 400).body,
      '',
      '[]',
      'data: 5\n\ndata: {\n\ndata: {"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}\n\n',
    ];
    expect(answers.map(readAnswerCalls)).toEqual(answers.map(() => []));
  });

  it('names the tool that a bridge is asked for, and numbers calls that have no id', () => {
    const parts = [{ functionCall: { name: 'tool_call', args: { name: 's__a', arguments: {} } } }];
    expect(readAnswerCalls(JSON.stringify(answer([...parts, ...parts])))).toMatchObject([
      { id: 'call_1_tool_call', name: 'tool_call', target: 's__a' },
      { id: 'call_2_tool_call', name: 'tool_call', target: 's__a' },
    ]);
  });
});

describe('other answers', () => {
  it('are a list of one model, a count that makes no client shorten its history, and errors', () => {
    expect(JSON.parse(googleGemini.models().body)).toMatchObject({ models: [{ name: 'models/mocked-model' }] });
    expect(JSON.parse(googleGemini.count?.().body ?? '')).toEqual({ totalTokens: 1 });
    expect(JSON.parse(googleGemini.error('No.', 400).body)).toEqual({
      error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' },
    });
  });
});
