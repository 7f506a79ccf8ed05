import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { readRequest } from './read.ts';

const path = '/v1beta/models/m:generateContent';
const call = (name: string, more: JsonObject = {}): JsonObject => ({ functionCall: { name, args: {}, ...more } });
const response = (name: string, said: Json, more: JsonObject = {}): JsonObject => ({
  functionResponse: { name, response: said, ...more },
});
const model = (...parts: JsonObject[]): JsonObject => ({ role: 'model', parts });
const user = (...parts: JsonObject[]): JsonObject => ({ role: 'user', parts });

/** The ids of the calls, and of each result its call and its texts. */
function talk(...contents: JsonObject[]): { calls: string[]; results: [string, ...string[]][] } {
  const { calls, results } = readRequest({ contents }, path);
  return {
    calls: calls.map(({ id }) => id),
    results: results.map(({ callId, texts }) => [callId, ...texts.map(({ text }) => text)]),
  };
}

describe('readRequest', () => {
  it('reads tools, calls and results with their places in the body', () => {
    const body: Json = {
      systemInstruction: { parts: [{ text: 'Be short.' }] },
      contents: [
        user({ text: 'Hello.' }),
        model(
          { text: 'I think.', thought: true },
          { ...call('s__a', { id: 'x', args: { at: 'dawn' } }), thoughtSignature: 'c2ln' },
          call('tool_call', { args: { calls: [{ name: 's__b', arguments: {} }] } }),
        ),
        user(
          response(
            's__a',
            { output: 'one' },
            { id: 'x', parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] },
          ),
          response('tool_call', { content: [{ type: 'text', text: 'two' }] }),
        ),
      ],
      tools: [
        { googleSearch: {} },
        {
          functionDeclarations: [
            { name: 's__a', description: 'Does a.', parameters: { type: 'OBJECT' } },
            { name: 's__b', parametersJsonSchema: { type: 'object' } },
          ],
        },
        { functionDeclarations: [{ name: 's__c' }] },
      ],
    };
    expect(readRequest(body, '/v1beta/models/gemini-2.5-flash:streamGenerateContent')).toEqual({
      model: 'gemini-2.5-flash',
      stream: true,
      wantsUsage: true,
      tools: [
        {
          name: 's__a',
          description: 'Does a.',
          pointer: '/tools/1/functionDeclarations/0',
          parameters: { type: 'OBJECT' },
        },
        { name: 's__b', description: '', pointer: '/tools/1/functionDeclarations/1', parameters: { type: 'object' } },
        { name: 's__c', description: '', pointer: '/tools/2/functionDeclarations/0', parameters: null },
      ],
      calls: [
        { id: 'call_1_s__a', name: 's__a', arguments: '{"at":"dawn"}', target: 's__a' },
        {
          id: 'call_1_tool_call',
          name: 'tool_call',
          arguments: '{"calls":[{"name":"s__b","arguments":{}}]}',
          target: 's__b',
        },
      ],
      results: [
        {
          callId: 'call_1_s__a',
          pointer: '/contents/2/parts/0/functionResponse/response',
          texts: [{ pointer: '/contents/2/parts/0/functionResponse/response', text: '{"output":"one"}' }],
        },
        {
          callId: 'call_1_tool_call',
          pointer: '/contents/2/parts/1/functionResponse/response',
          texts: [
            {
              pointer: '/contents/2/parts/1/functionResponse/response',
              text: '{"content":[{"type":"text","text":"two"}]}',
            },
          ],
        },
      ],
    });
  });

  it('reads the names of Python, and a lone object where a list is meant', () => {
    const body: Json = {
      contents: {
        role: 'function',
        parts: { function_response: { name: 's__a', response: 'one', parts: { text: 'two' } } },
      },
      tools: { function_declarations: { name: 's__a', parameters_json_schema: { type: 'object' } } },
    };
    expect(readRequest(body, path)).toMatchObject({
      stream: false,
      tools: [{ name: 's__a', pointer: '/tools/function_declarations', parameters: { type: 'object' } }],
      results: [
        {
          callId: '',
          texts: [
            { pointer: '/contents/parts/function_response/response', text: 'one' },
            { pointer: '/contents/parts/function_response/parts/text', text: 'two' },
          ],
        },
      ],
    });
    const snake = { role: 'model', parts: [{ function_call: { name: 'a', args: { x: 1 } } }] };
    expect(readRequest({ contents: [snake] }, path).calls).toMatchObject([{ id: 'call_1_a', arguments: '{"x":1}' }]);
  });

  it('skips parts that are not in the form of the dialect', () => {
    const odd: Json = {
      contents: [
        7,
        null,
        { role: 'model', parts: [{ functionCall: 5 }, { functionCall: { name: 6 } }, 'x', null] },
        { role: 'user', parts: [{ functionResponse: null }, { text: 4 }, [], { fileData: {} }] },
        { role: 'user', parts: 'x' },
      ],
      tools: [null, { functionDeclarations: [{ name: 5 }, 'x'] }, { functionDeclarations: 5 }],
    };
    expect(readRequest(odd, path)).toEqual({
      model: 'm',
      stream: false,
      wantsUsage: true,
      tools: [],
      calls: [],
      results: [{ callId: '', pointer: '/contents/3/parts/0/functionResponse', texts: [] }],
    });
  });

  it.each<[string, Json, string]>([
    ['a list', [], 'an array'],
    ['null', null, 'null'],
    ['an object without contents', { messages: [] }, 'undefined (contents)'],
    ['contents that are a text', { contents: 'x' }, 'a value of type string (contents)'],
    ['contents that are null', { contents: null }, 'null (contents)'],
  ])('refuses %s', (_, body, got) => {
    expect(() => readRequest(body, path)).toThrow(`Expected an object with a list "contents", got ${got}.`);
  });

  it('refuses what it could not write again', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as Json;
    expect(() => readRequest({ contents: [user(response('a', deep))] }, path)).toThrow(
      'Expected JSON of a sensible depth, got deeper.',
    );
  });
});

describe('which call a result answers', () => {
  it('is the same whether a client keeps ids, drops them, or has its own', () => {
    const told = (ids: (string | undefined)[]): JsonObject[] => {
      const [first, second] = ids.map((id) => (id === undefined ? {} : { id }));
      return [
        model(call('a', first)),
        user(response('a', { r: 1 }, first)),
        model(call('b')),
        user(response('b', { r: 2 })),
        model(call('a', second)),
        user(response('a', { r: 3 }, second)),
      ];
    };
    const read = {
      calls: ['call_1_a', 'call_1_b', 'call_2_a'],
      results: [
        ['call_1_a', '{"r":1}'],
        ['call_1_b', '{"r":2}'],
        ['call_2_a', '{"r":3}'],
      ],
    };
    expect(talk(...told(['call_1_a', 'call_2_a']))).toEqual(read);
    expect(talk(...told([undefined, undefined]))).toEqual(read);
    expect(talk(...told(['uuid-1', 'uuid-2']))).toEqual(read);
    expect(talk(...told(['same', 'same']))).toEqual(read);
  });

  it('goes by the id where calls are answered in another order, and else by the name and the order', () => {
    const calls = model(call('a', { id: '1' }), call('a', { id: '2' }), call('b'));
    expect(talk(calls, user(response('b', 'x'), response('a', 'y', { id: '2' }), response('a', 'z'))).results).toEqual([
      ['call_1_b', 'x'],
      ['call_2_a', 'y'],
      ['call_1_a', 'z'],
    ]);
  });

  it('keeps our numbers where a client has forgotten the beginning', () => {
    const cut = [
      user(response('a', 'x', { id: 'call_1_a' })),
      model(call('a', { id: 'call_2_a' })),
      user(response('a', 'y', { id: 'call_2_a' })),
      model(call('a')),
    ];
    expect(talk(...cut)).toEqual({
      calls: ['call_2_a', 'call_3_a'],
      results: [
        ['call_1_a', 'x'],
        ['call_2_a', 'y'],
      ],
    });
  });

  it('takes several responses to a call for one result', () => {
    const both = [
      model(call('b'), call('a')),
      user(response('a', { content: 'one' }), response('a', { content: 'two' })),
    ];
    expect(talk(...both).results).toEqual([['call_1_a', '{"content":"one"}', '{"content":"two"}']]);
    const { results } = readRequest({ contents: both }, path);
    expect(results[0]?.pointer).toBe('/contents/1/parts/0/functionResponse/response');
  });

  it('takes texts and pictures behind a response, or in its place, for the result', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const twice = model(call('a'), call('a'));
    expect(talk(model(call('a')), user(response('a', {}), picture, { text: 'See.' })).results).toEqual([
      ['call_1_a', 'See.'],
    ]);
    expect(talk(model(call('a')), user(picture, { text: 'See.' }, response('a', 'one'))).results).toEqual([
      ['call_1_a', 'See.', 'one'],
    ]);
    expect(talk(model(call('a')), user(picture)).results).toEqual([['call_1_a']]);
    expect(talk(twice, user(response('a', 'one'), response('a', 'two'), { text: 'Of two.' })).results).toEqual([
      ['call_1_a', 'one'],
      ['call_2_a', 'two', 'Of two.'],
    ]);
    // A stream that a client kept piece by piece.
    expect(talk(model(call('a')), model({ text: '' }), user({ text: 'one' })).results).toEqual([['call_1_a', 'one']]);
  });

  it('takes what the user says later for no result', () => {
    const words = user({ text: 'Go on.' });
    expect(talk(words, model(call('a')), user(response('a', 'one')), words, model({ text: 'Well.' }), words)).toEqual({
      calls: ['call_1_a'],
      results: [['call_1_a', 'one']],
    });
    expect(talk(model(call('b'), call('a')), user(response('a', 'one')), words).results).toEqual([['call_1_a', 'one']]);
  });
});
