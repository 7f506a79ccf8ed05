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
  [{ type: 'document', source: { type: 'base64', data: 'bytes' } }, undefined],
])('knows the typed part around a string: %j', (part, expected) => {
  const found = walkStrings({ messages: [{ role: 'tool', content: [part] }] });
  expect(found.find(({ text }) => text === 'bytes')?.part).toBe(expected);
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
