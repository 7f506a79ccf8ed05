import { describe, expect, it } from 'vitest';
import type { ModelLine } from '../../data/types/model-line.ts';
import { readModelLines } from './exchanges.ts';
import { writeModelLine } from './line.ts';
import { openAiChat } from './openai-chat/dialect.ts';
import { toolDefinition } from './testing/client.ts';

const turn: Parameters<typeof writeModelLine>[0] = {
  seq: 1,
  dialect: 'openai-chat',
  method: 'POST',
  path: '/v1/chat/completions',
  bytes: Buffer.from(
    JSON.stringify({
      messages: [{ role: 'tool', tool_call_id: 'c', content: 'one' }],
      tools: [toolDefinition('s__a', 'Does a.')],
    }),
  ),
  status: 200,
  response: openAiChat.write(
    { kind: 'calls', calls: [{ id: 'c', name: 's__a', arguments: '{}' }] },
    { model: '', stream: true, wantsUsage: false, tools: [], calls: [], results: [] },
    '1',
  ).body,
};

describe('readModelLines', () => {
  it('reads each line through its dialect, numbered from 1', () => {
    const models = {
      ...turn,
      method: 'GET',
      path: '/v1/models',
      bytes: Buffer.alloc(0),
      response: openAiChat.models().body,
    };
    const [first, second, ...more] = readModelLines(writeModelLine(models) + writeModelLine(turn));
    expect(first).toEqual({ line: 1, body: undefined, tools: [], results: [], calls: [] });
    expect(second).toMatchObject({
      line: 2,
      tools: [{ name: 's__a', description: 'Does a.', pointer: '/tools/0/function' }],
      results: [
        { callId: 'c', pointer: '/messages/0/content', texts: [{ pointer: '/messages/0/content', text: 'one' }] },
      ],
      calls: [{ id: 'c', name: 's__a', arguments: '{}', target: 's__a' }],
    });
    expect(Object.keys(second?.tools[0] ?? {})).toEqual(['name', 'description', 'pointer']);
    expect(more).toEqual([]);
  });

  it('finds nothing in a request that is no turn: bytes, no JSON, no messages, another path', () => {
    const odd = [
      { ...turn, bytes: Buffer.from([0xff, 0xfe]) },
      { ...turn, bytes: Buffer.from('{"messages":[') },
      { ...turn, bytes: Buffer.from('[1]') },
      { ...turn, path: '/v1/completions' },
    ];
    const read = readModelLines(odd.map(writeModelLine).join(''));
    expect(read.map(({ tools, results, calls }) => [tools, results, calls])).toEqual(odd.map(() => [[], [], []]));
    expect(read.slice(0, 3).map(({ body }) => body)).toEqual([undefined, undefined, [1]]);
  });

  it('splits at line feeds only', () => {
    const spaced = {
      ...turn,
      bytes: Buffer.from('{"messages":[{"role":"tool","tool_call_id":"c","content":"a\u2028b\u0085c"}]}'),
    };
    expect(readModelLines(writeModelLine(spaced))[0]?.results[0]?.texts[0]?.text).toBe('a\u2028b\u0085c');
  });

  it('is empty for an empty file, and says which line it cannot read', () => {
    expect(readModelLines('')).toEqual([]);
    const foreign = JSON.stringify({ ...(JSON.parse(writeModelLine(turn)) as ModelLine), dialect: 'toString' });
    for (const bad of ['', '{', foreign]) {
      expect(() => readModelLines(`${writeModelLine(turn)}${bad}\n`)).toThrow(
        'Expected line 2 of model.jsonl to be an exchange in anthropic-messages, google-gemini, openai-chat, openai-responses',
      );
    }
  });
});
