import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { readRequest } from './read.ts';
import { withResult } from './testing/history.ts';

describe('readResult', () => {
  it.each([
    [true, true],
    [false, undefined],
    ['true', undefined],
  ])('reads the mark of a failed call, is_error %j: %s', (is_error, expected) => {
    const block: Json = { type: 'tool_result', tool_use_id: 'c', content: 'x', is_error };
    const { results } = readRequest({ messages: [{ role: 'user', content: [block] }] });
    expect(results[0]?.isError).toBe(expected);
  });

  it.each<[string, ToolResultBlockParam['content'], [string, string][]]>([
    ['no content', undefined, []],
    ['no parts', [], []],
    ['an empty text', '', [['', '']]],
    [
      'names that a search of tools found',
      [
        { type: 'tool_reference', tool_name: 's__a' },
        { type: 'tool_reference', tool_name: 's__b' },
      ],
      [
        ['/0/tool_name', 's__a'],
        ['/1/tool_name', 's__b'],
      ],
    ],
    [
      'a document that is a text',
      [
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'Once.' },
          title: 'A tale',
          context: 'Old.',
        },
      ],
      [
        ['/0/title', 'A tale'],
        ['/0/context', 'Old.'],
        ['/0/source/data', 'Once.'],
      ],
    ],
    [
      'a document of parts',
      [{ type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'Once.' }] } }],
      [['/0/source/content/0/text', 'Once.']],
    ],
    [
      'a document of one text as content',
      [{ type: 'document', source: { type: 'content', content: 'Once.' } }],
      [['/0/source/content', 'Once.']],
    ],
    [
      'a PDF and a picture, of which only a name is text',
      [
        {
          type: 'document',
          title: 'x.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
        },
        { type: 'image', source: { type: 'url', url: 'https://example.com/x.png' } },
      ],
      [['/0/title', 'x.pdf']],
    ],
    [
      'a result of a search',
      [
        {
          type: 'search_result',
          title: 'T',
          source: 'https://example.com',
          content: [{ type: 'text', text: 'Found.' }],
        },
      ],
      [
        ['/0/title', 'T'],
        ['/0/source', 'https://example.com'],
        ['/0/content/0/text', 'Found.'],
      ],
    ],
  ])('reads a result with %s', (_, content, texts) => {
    const body = JSON.parse(JSON.stringify(withResult(content as Json | undefined))) as Json;
    expect(readRequest(body).results).toEqual([
      {
        callId: 'c',
        pointer: '/messages/0/content/0',
        texts: texts.map(([pointer, text]) => ({ pointer: `/messages/0/content/0/content${pointer}`, text })),
      },
    ]);
  });

  it.each<[string, Json, [string, string][]]>([
    ['null', null, []],
    ['an object', { a: [1, 'é'] }, [['', '{"a":[1,"é"]}']]],
    ['a number', 7, [['', '7']]],
    [
      'a list of texts',
      ['one', 'two'],
      [
        ['/0', 'one'],
        ['/1', 'two'],
      ],
    ],
    [
      'parts of no known type',
      [{ type: 'new', text: 'one' }, { text: 'two' }, 3, { type: 'text', text: 4 }, null],
      [
        ['/0/text', 'one'],
        ['/1/text', 'two'],
      ],
    ],
  ])('reads what the API would not take as a result: %s', (_, content, texts) => {
    expect(readRequest(withResult(content)).results[0]?.texts).toEqual(
      texts.map(([pointer, text]) => ({ pointer: `/messages/0/content/0/content${pointer}`, text })),
    );
  });
});
