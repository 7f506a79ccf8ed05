import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { callItemId } from './ids.ts';
import { readRequest } from './read.ts';

const read = (input: Json, more: object = {}) => readRequest({ model: 'm', input, ...more });
const output = (value: Json): Json => ({ type: 'function_call_output', call_id: 'c', output: value });
const texts = (value: Json) => read([output(value)]).results[0]?.texts;
const parameters = { type: 'object', properties: {} };
const fn = (name: string, description: string): Json => ({ type: 'function', name, description, parameters });

describe('readRequest', () => {
  it('reads tools, calls and results with pointers into the body', () => {
    const body: Json = {
      model: 'm',
      stream: true,
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Go.' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'x' },
        { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'I call.' }] },
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 's__a', arguments: '{"x":1}', status: 'completed' },
        {
          type: 'function_call',
          call_id: 'c2',
          name: 'tool_call',
          arguments: '{"calls":[{"name":"s__b","arguments":{}}]}',
        },
        { type: 'function_call_output', call_id: 'c1', output: 'one' },
        {
          type: 'function_call_output',
          call_id: 'c2',
          output: [
            { type: 'input_text', text: 'two' },
            { type: 'input_image', image_url: 'data:,' },
            { type: 'input_text', text: 'three' },
          ],
        },
      ],
      tools: [
        { ...(fn('s__a', 'Does a.') as object), strict: false },
        { type: 'web_search' },
        { type: 'custom', name: 'apply_patch', format: { type: 'grammar' } },
        { type: 'function', name: 's__b', strict: null, parameters: null },
      ],
    };
    expect(readRequest(body)).toEqual({
      model: 'm',
      stream: true,
      wantsUsage: true,
      tools: [
        { name: 's__a', description: 'Does a.', pointer: '/tools/0', parameters },
        { name: 's__b', description: '', pointer: '/tools/3', parameters: null },
      ],
      calls: [
        { id: 'c1', name: 's__a', arguments: '{"x":1}', target: 's__a' },
        { id: 'c2', name: 'tool_call', arguments: '{"calls":[{"name":"s__b","arguments":{}}]}', target: 's__b' },
      ],
      results: [
        { callId: 'c1', pointer: '/input/5/output', texts: [{ pointer: '/input/5/output', text: 'one' }] },
        {
          callId: 'c2',
          pointer: '/input/6/output',
          texts: [
            { pointer: '/input/6/output/0/text', text: 'two' },
            { pointer: '/input/6/output/2/text', text: 'three' },
          ],
        },
      ],
    });
  });

  it('reads the tools of a namespace, each with its group', () => {
    const tools = [
      { type: 'local_shell' },
      {
        type: 'namespace',
        name: 'mcp__s',
        description: 'Tools of s.',
        tools: [{ type: 'custom', name: 'x' }, fn('a', 'Does a.')],
      },
      { type: 'namespace', tools: [fn('lost', '')] },
    ];
    expect(read('Go.', { tools }).tools).toEqual([
      { name: 'a', namespace: 'mcp__s', description: 'Does a.', pointer: '/tools/1/tools/1', parameters },
    ]);
  });

  it('reads a search that the client carries out, and the tools that it found', () => {
    const found = [{ type: 'namespace', name: 'mcp__s', tools: [fn('a', 'Does a.')] }];
    const input = [
      { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: { query: 'a' } },
      { type: 'tool_search_output', call_id: 'c1', execution: 'client', status: 'completed', tools: found },
      { type: 'additional_tools', role: 'developer', tools: [fn('b', 'Does b.')] },
      { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} },
    ];
    const search = { type: 'tool_search', description: 'Finds tools.', parameters };
    const tools = [search, { ...search, execution: 'server' }, { ...search, execution: 'client' }];
    expect(read(input, { tools })).toMatchObject({
      tools: [
        { name: 'tool_search', description: 'Finds tools.', pointer: '/tools/2', parameters, builtIn: true },
        { name: 'a', namespace: 'mcp__s', pointer: '/input/1/tools/0/tools/0' },
        { name: 'b', pointer: '/input/2/tools/0' },
      ],
      calls: [{ id: 'c1', name: 'tool_search', arguments: '{"query":"a"}', target: 'tool_search' }],
      results: [
        {
          callId: 'c1',
          pointer: '/input/1/tools',
          texts: [{ pointer: '/input/1/tools', text: JSON.stringify(found) }],
        },
      ],
    });
  });

  it('takes a string for the words of the user', () => {
    expect(read('Go.')).toEqual({
      model: 'm',
      stream: false,
      wantsUsage: true,
      tools: [],
      calls: [],
      results: [],
    });
  });

  it.each<[string, Json, [string, string][]]>([
    ['a string', 'one', [['', 'one']]],
    ['an empty string', '', [['', '']]],
    [
      'parts of other names',
      [
        { type: 'text', text: 'one' },
        { type: 'output_text', text: 'two' },
      ],
      [
        ['/0/text', 'one'],
        ['/1/text', 'two'],
      ],
    ],
    [
      'parts without text',
      [
        { type: 'input_image', image_url: 'data:,' },
        { type: 'input_file', file_data: 'x' },
      ],
      [],
    ],
    ['no parts', [], []],
    ['nothing', null, []],
    ['an object', { b: 1, a: ['x'] }, [['', '{"b":1,"a":["x"]}']]],
    ['a list that is data', [{ type: 'text', text: 'one' }, 2], [['', '[{"type":"text","text":"one"},2]']]],
    ['a number', 7, [['', '7']]],
    ['false', false, [['', 'false']]],
  ])('reads a result that is %s', (_, value, expected) => {
    expect(texts(value)).toEqual(expected.map(([step, text]) => ({ pointer: `/input/0/output${step}`, text })));
  });

  it('reads a call that the client names by the id of its item', () => {
    const call = { id: 'c1', name: 's__a', arguments: '{"ü":"🙂"}' };
    const id = callItemId('fc', call);
    const odd = [
      'msg_1',
      'fc_',
      'fc_68af4030baa48193b0b43b4c2a176a1a',
      'rs_x',
      `x${id}`,
      callItemId('fc', call).slice(0, 9),
    ];
    expect(
      read([
        { type: 'item_reference', id },
        ...odd.map((other) => ({ type: 'item_reference', id: other })),
        output('x'),
      ]).calls,
    ).toEqual([{ ...call, target: 's__a' }]);
    expect(read([{ id }, { type: null, id }]).calls).toHaveLength(2);
    expect(read([{ type: 'message', id }]).calls).toEqual([]);
  });

  it('skips items and tools that are not in the form of the dialect', () => {
    const input: Json = [
      7,
      null,
      [],
      { type: 'function_call', name: 5 },
      { type: 'custom_tool_call', call_id: 'c', name: 'x', input: 'y' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'z' },
      { type: 'local_shell_call', call_id: 'c', action: {} },
      { type: 'function_call_output' },
      { role: 'tool', tool_call_id: 'c', content: 'retold' },
    ];
    const tools: Json = [
      null,
      { name: 'x' },
      { type: 'function', name: 5 },
      { type: 'namespace', name: 'n', tools: {} },
    ];
    expect(read(input, { tools, stream: 'yes', model: null })).toEqual({
      model: '',
      stream: false,
      wantsUsage: true,
      tools: [],
      calls: [],
      results: [{ callId: '', pointer: '/input/7/output', texts: [] }],
    });
  });

  it.each<[string, Json, string]>([
    ['a list', [], 'an array'],
    ['null', null, 'null'],
    ['a request of Chat Completions', { messages: [] }, 'undefined (input)'],
    ['an input that is an object', { input: {} }, 'a value of type object (input)'],
  ])('refuses %s', (_, body, got) => {
    expect(() => readRequest(body)).toThrow(`Expected an object with a string or a list "input", got ${got}.`);
  });
});
