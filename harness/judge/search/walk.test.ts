import { expect, it } from 'vitest';
import { walkStrings } from './walk.ts';

it('walks every string in the order of the document, with RFC 6901 pointers', () => {
  const body = { 'a/b~c': ['one', { two: 'two' }], messages: [{ role: 'user', content: 'three' }] };
  expect(walkStrings(body)).toEqual([
    { pointer: '/a~1b~0c/0', text: 'one', part: undefined, role: undefined },
    { pointer: '/a~1b~0c/1/two', text: 'two', part: undefined, role: undefined },
    { pointer: '/messages/0/role', text: 'user', part: undefined, role: 'user' },
    { pointer: '/messages/0/content', text: 'three', part: undefined, role: 'user' },
  ]);
});

it('passes over tool definitions and the calls that the model made', () => {
  const body = {
    tools: [{ function: { description: 'hidden' } }],
    functions: [{ description: 'hidden' }],
    messages: [
      { role: 'assistant', content: 'seen', tool_calls: [{ function: { arguments: 'hidden' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', input: { a: 'hidden' } },
          { type: 'text', text: 'seen' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', content: 'seen' }] },
    ],
  };
  const texts = walkStrings(body).map(({ text }) => text);
  expect(texts.filter((text) => text === 'seen')).toHaveLength(3);
  expect(texts).not.toContain('hidden');
});

it.each([
  [{ type: 'image_url', image_url: { url: 'bytes' } }, 'image part'],
  [{ type: 'input_image', image_url: 'bytes' }, 'image part'],
  [{ type: 'image', data: 'bytes' }, 'image part'],
  [{ type: 'image', source: { type: 'base64', data: 'bytes' } }, 'image part'],
  [{ type: 'input_audio', input_audio: { data: 'bytes', format: 'wav' } }, 'audio part'],
  [{ type: 'audio', data: 'bytes' }, 'audio part'],
  [{ type: 'text', text: 'bytes' }, undefined],
  [{ inlineData: { mimeType: 'image/png', data: 'bytes' } }, 'image part'],
  [{ inline_data: { mime_type: 'audio/wav', data: 'bytes' } }, 'audio part'],
  [
    { functionResponse: { name: 'f', parts: [{ inlineData: { mimeType: 'image/png', data: 'bytes' } }] } },
    'image part',
  ],
  [{ inlineData: { mimeType: 'application/pdf', data: 'bytes' } }, undefined],
  [{ type: 'document', source: { type: 'base64', data: 'bytes' } }, undefined],
])('knows the typed part around a string: %j', (part, expected) => {
  const found = walkStrings({ messages: [{ role: 'tool', content: [part] }] });
  expect(found.find(({ text }) => text === 'bytes')?.part).toBe(expected);
});

it('takes the answer of a function for one text, and a call and new definitions for none', () => {
  const response = { content: [{ type: 'image', data: 'a', mimeType: 'image/png' }], isError: false };
  const contents = [
    { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: 'hidden' } } }] },
    { role: 'user', parts: [{ functionResponse: { id: '1', name: 'f', response } }] },
    { type: 'additional_tools', tools: [{ description: 'hidden' }] },
    { type: 'tool_search_call', arguments: { query: 'hidden' } },
    { type: 'tool_search_output', call_id: 'c', tools: [{ description: 'hidden' }] },
    { type: 'message', tools: ['seen'] },
  ];
  const found = walkStrings({ contents });
  expect(found.map(({ text }) => text).join()).not.toContain('hidden');
  expect(found.map(({ text }) => text)).toContain('seen');
  expect(found).toContainEqual({
    pointer: '/contents/1/parts/0/functionResponse/response',
    text: JSON.stringify(response),
    part: undefined,
    role: 'user',
  });
});

it('gives up below 100 levels instead of overflowing', () => {
  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}"x"${']'.repeat(levels)}}`;
  expect(walkStrings(JSON.parse(deep(50)))).toHaveLength(1);
  expect(walkStrings(JSON.parse(deep(5000)))).toEqual([]);
});

it('finds nothing in what is no object', () => {
  expect([walkStrings(undefined), walkStrings(null), walkStrings('text'), walkStrings(['text'])]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});
