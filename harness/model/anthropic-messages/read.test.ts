import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { readRequest } from './read.ts';

const cached = { cache_control: { type: 'ephemeral' } } as const;

describe('readRequest', () => {
  it('reads tools, calls and results with pointers into the body', () => {
    const body = {
      model: 'm',
      max_tokens: 100,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.', ...cached }],
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'x' },
            { type: 'text', text: 'I ask.' },
            { type: 'tool_use', id: 'c1', name: 's__a', input: { x: 1 } },
            { type: 'server_tool_use', id: 'w', name: 'web_search', input: {} },
            {
              type: 'tool_use',
              id: 'c2',
              name: 'tool_call',
              input: { calls: [{ name: 's__b', arguments: {} }] },
              caller: { type: 'direct' },
              ...cached,
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'one' },
            {
              type: 'tool_result',
              tool_use_id: 'c2',
              is_error: true,
              content: [
                { type: 'text', text: 'two', ...cached },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
                { type: 'text', text: 'three' },
              ],
              ...cached,
            },
            { type: 'text', text: '<system-reminder>Be quick.</system-reminder>' },
          ],
        },
        { role: 'system', content: 'Be careful.' },
      ],
      tools: [
        { name: 's__a', description: 'Does a.', input_schema: { type: 'object' }, ...cached },
        { type: 'web_search_20250305', name: 'web_search' },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'custom', name: 's__b', input_schema: { type: 'object', properties: {} }, defer_loading: true },
        { type: null, name: 's__c', input_schema: { type: 'object' } },
      ],
    } satisfies MessageCreateParams;
    expect(readRequest(body)).toEqual({
      model: 'm',
      stream: true,
      wantsUsage: true,
      tools: [
        { name: 's__a', description: 'Does a.', pointer: '/tools/0', parameters: { type: 'object' } },
        { name: 's__b', description: '', pointer: '/tools/3', parameters: { type: 'object', properties: {} } },
        { name: 's__c', description: '', pointer: '/tools/4', parameters: { type: 'object' } },
      ],
      calls: [
        { id: 'c1', name: 's__a', arguments: '{"x":1}', target: 's__a' },
        { id: 'c2', name: 'tool_call', arguments: '{"calls":[{"name":"s__b","arguments":{}}]}', target: 's__b' },
      ],
      results: [
        {
          callId: 'c1',
          pointer: '/messages/2/content/0',
          texts: [{ pointer: '/messages/2/content/0/content', text: 'one' }],
        },
        {
          callId: 'c2',
          isError: true,
          pointer: '/messages/2/content/1',
          texts: [
            { pointer: '/messages/2/content/1/content/0/text', text: 'two' },
            { pointer: '/messages/2/content/1/content/2/text', text: 'three' },
          ],
        },
      ],
    });
  });

  it('reads arguments that are a text as they are, and none as an empty object', () => {
    const content: Json = [
      { type: 'tool_use', id: 'c1', name: 'a', input: '{"x": 1}' },
      { type: 'tool_use', id: 'c2', name: 'a' },
    ];
    expect(readRequest({ messages: [{ role: 'assistant', content }] }).calls.map((call) => call.arguments)).toEqual([
      '{"x": 1}',
      '{}',
    ]);
  });

  it('takes neither what servers of the provider ran nor results retold as text for calls and results', () => {
    const messages: Json = [
      {
        role: 'assistant',
        content: [
          { type: 'mcp_tool_use', id: 'c1', name: 'a', input: {}, server_name: 's' },
          { type: 'mcp_tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'one' }] },
          { type: 'server_tool_use', id: 'c2', name: 'tool_search_tool_bm25', input: {} },
          { type: 'tool_search_tool_result', tool_use_id: 'c2', content: { type: 'tool_search_tool_search_result' } },
        ],
      },
      { role: 'user', content: '<tool_result id="c1">one</tool_result>' },
    ];
    expect(readRequest({ messages })).toMatchObject({ calls: [], results: [] });
  });

  it('skips parts that are not in the form of the dialect', () => {
    const odd: Json = {
      messages: [
        7,
        null,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c' }, 'x', null] },
        { role: 'user', content: [3, { type: 'tool_result' }, { type: 'tool_result', tool_use_id: 4, content: [[]] }] },
        { role: 'assistant', content: { type: 'tool_use', name: 'a' } },
      ],
      tools: [null, 'x', { name: 5 }, { type: 7, name: 'x' }],
      stream: 'yes',
    };
    expect(readRequest(odd)).toEqual({
      model: '',
      stream: false,
      wantsUsage: true,
      tools: [],
      calls: [],
      results: [
        { callId: '', pointer: '/messages/3/content/1', texts: [] },
        { callId: '', pointer: '/messages/3/content/2', texts: [] },
      ],
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
