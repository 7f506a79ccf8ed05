import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { readRequest } from './read.ts';

describe('readRequest', () => {
  it('reads tools, calls and results with pointers into the body', () => {
    const body: Json = {
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 's__a', arguments: '{"x":1}' } },
            {
              id: 'c2',
              type: 'function',
              function: { name: 'tool_call', arguments: '{"calls":[{"name":"s__b","arguments":{}}]}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
        {
          role: 'tool',
          tool_call_id: 'c2',
          content: [
            { type: 'text', text: 'two' },
            { type: 'image_url', image_url: { url: 'data:,' } },
            { type: 'text', text: 'three' },
          ],
        },
      ],
      tools: [
        { type: 'function', function: { name: 's__a', description: 'Does a.', parameters: { type: 'object' } } },
        { type: 'custom', custom: { name: 'x' } },
        { type: 'function', function: { name: 's__b' } },
      ],
    };
    expect(readRequest(body)).toEqual({
      model: 'm',
      stream: true,
      wantsUsage: true,
      tools: [
        { name: 's__a', description: 'Does a.', pointer: '/tools/0/function', parameters: { type: 'object' } },
        { name: 's__b', description: '', pointer: '/tools/2/function', parameters: null },
      ],
      calls: [
        { id: 'c1', name: 's__a', arguments: '{"x":1}', target: 's__a' },
        { id: 'c2', name: 'tool_call', arguments: '{"calls":[{"name":"s__b","arguments":{}}]}', target: 's__b' },
      ],
      results: [
        { callId: 'c1', pointer: '/messages/3/content', texts: [{ pointer: '/messages/3/content', text: 'one' }] },
        {
          callId: 'c2',
          pointer: '/messages/4/content',
          texts: [
            { pointer: '/messages/4/content/0/text', text: 'two' },
            { pointer: '/messages/4/content/2/text', text: 'three' },
          ],
        },
      ],
    });
  });

  it('takes results retold as text of the user for no results, and an empty result for one', () => {
    const messages = [
      { role: 'user', content: '<tool_result id="c1">one</tool_result>' },
      { role: 'tool', tool_call_id: 'c2', content: null },
    ];
    expect(readRequest({ messages }).results).toEqual([{ callId: 'c2', pointer: '/messages/1/content', texts: [] }]);
  });

  it('skips parts that are not in the form of the dialect', () => {
    const odd: Json = {
      messages: [
        7,
        null,
        { role: 'assistant', tool_calls: [{ id: 'c', function: {} }, 'x'] },
        { role: 'tool', content: [3, { text: 4 }] },
      ],
      tools: [null, { function: { name: 5 } }],
      stream: 'yes',
    };
    expect(readRequest(odd)).toEqual({
      model: '',
      stream: false,
      wantsUsage: false,
      tools: [],
      calls: [],
      results: [{ callId: '', pointer: '/messages/3/content', texts: [] }],
    });
  });

  it.each<[string, Json, string]>([
    ['a list', [], 'an array'],
    ['null', null, 'null'],
    ['an object without messages', {}, 'undefined (messages)'],
    ['messages that are no list', { messages: 'x' }, 'a value of type string (messages)'],
  ])('refuses %s', (_, body, got) => {
    expect(() => readRequest(body)).toThrow(`Expected an object with a list "messages", got ${got}.`);
  });
});
