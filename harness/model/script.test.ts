import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, ScriptedCall } from '../../scenarios/types.ts';
import { openAiChat } from './openai-chat/dialect.ts';
import { nextReply, TURNS_PER_CALL } from './script.ts';
import { type AssistantMessage, converse, directClient, type TestClient, toolDefinition } from './testing/client.ts';
import { hermesLike } from './testing/hermes-like.ts';

const call = (tool: string, args: JsonObject = {}): ScriptedCall => ({ tool, arguments: args });

/** The model as a function: reads a body, answers with a message. */
function model(script: ScriptedCall[], marks: Record<string, string> = {}) {
  let turn = 0;
  return (body: string): AssistantMessage => {
    const request = openAiChat.read(JSON.parse(body) as Json, '');
    turn += 1;
    const { body: answer } = openAiChat.write(
      nextReply(request, script, { id: `t${turn}`, marks }),
      request,
      `t${turn}`,
    );
    const { choices } = JSON.parse(answer) as { choices: [{ message: AssistantMessage }] };
    return choices[0].message;
  };
}

const talk = (client: TestClient, script: ScriptedCall[], marks?: Record<string, string>) =>
  converse(client, model(script, marks));

describe('with tools that are listed', () => {
  it.each([
    'probe_x',
    'mcp__fixture__probe_x',
    'mcp_fixture_probe_x',
    'fixture_probe_x',
    'fixture-probe_x',
    'fixture__probe_x',
    'fixture.probe_x',
  ])('calls %s once with the scripted arguments and ends', async (name) => {
    const { calls, text } = await talk(directClient(['read_file', name, 'x']), [call('probe_x', { at: 'dawn' })]);
    expect(calls).toEqual([{ name, arguments: { at: 'dawn' } }]);
    expect(text).toBe('All done.');
  });

  it('calls one tool a turn in the order of the script, the same one twice if it stands there twice', async () => {
    const client = directClient(['s__get_a', 's__a']);
    const { calls, bodies } = await talk(client, [call('a'), call('get_a'), call('a', { n: 2 })]);
    expect(calls).toEqual([
      { name: 's__a', arguments: {} },
      { name: 's__get_a', arguments: {} },
      { name: 's__a', arguments: { n: 2 } },
    ]);
    expect(bodies).toHaveLength(4);
  });

  it('finds a cut name by its mark, and knows it again in the history', async () => {
    const cut = 'mcp__probe__a_name_that_is_much_1f2e3d';
    const client = directClient([cut, 's__b'], { [cut]: 'Marked dsc~long~7q2m~c3.' });
    const script = [call('a_name_that_is_much_too_long'), call('b')];
    const { calls } = await talk(client, script, { a_name_that_is_much_too_long: 'dsc~long~7q2m~c3' });
    expect(calls.map(({ name }) => name)).toEqual([cut, 's__b']);
  });

  it('ends at once when the tool is not listed and there is no bridge', async () => {
    const { calls, text } = await talk(directClient(['xprobe_a', 'read_file']), [call('probe_a')]);
    expect(calls).toEqual([]);
    expect(text).toBe('The tool for this cannot be reached.');
  });

  it('goes on to the next tool when one is not listed, wherever that one stands', async () => {
    const script = [call('none'), call('a'), call('nil'), call('void'), call('b'), call('null')];
    const { calls, bodies, text } = await talk(directClient(['s__a', 's__b']), script);
    expect(calls.map(({ name }) => name)).toEqual(['s__a', 's__b']);
    expect(bodies).toHaveLength(3);
    expect(text).toBe('The tool for this cannot be reached.');
  });

  it('passes over calls of the history that the script did not make', () => {
    const foreign = { role: 'assistant', tool_calls: [{ id: 'f', function: { name: 'read_file', arguments: '{}' } }] };
    const messages = [foreign, { role: 'tool', tool_call_id: 'f', content: 'x' }];
    const body = JSON.stringify({ messages, tools: [toolDefinition('read_file'), toolDefinition('s__a')] });
    expect(model([call('a')])(body).tool_calls?.[0]?.function.name).toBe('s__a');
  });

  it('does not take a call of a tool with a longer name for the one that is wanted', () => {
    const answered = { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 's__get_a', arguments: '{}' } }] };
    const messages = [answered, { role: 'tool', tool_call_id: 'c', content: 'x' }];
    const body = JSON.stringify({ messages, tools: [toolDefinition('s__a'), toolDefinition('s__get_a')] });
    expect(model([call('a'), call('get_a')])(body).tool_calls?.[0]?.function.name).toBe('s__a');
    expect(model([call('get_a'), call('a')])(body).tool_calls?.[0]?.function.name).toBe('s__a');
    expect(model([call('get_a')])(body).content).toBe('All done.');
  });

  it('asks again where no result came, six times and no more', async () => {
    const messages: unknown[] = [];
    const ask = model([call('a')]);
    const asked: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = ask(JSON.stringify({ messages, tools: [toolDefinition('s__a')] }));
      if (answer.tool_calls === undefined) break;
      asked.push(answer.tool_calls[0]?.function.name ?? '');
      messages.push(answer, { role: 'user', content: 'The result is 5.' });
    }
    expect(asked).toEqual(Array.from({ length: TURNS_PER_CALL }, () => 's__a'));
  });

  it('takes an error as an answer: a tool is never called twice because it failed', async () => {
    const client = { ...directClient(['s__a']), call: () => '{"error":"see x_s__a"}' };
    expect((await talk(client, [call('a')])).calls).toHaveLength(1);
  });
});

describe('with tools behind a bridge', () => {
  const tools = {
    mcp__probe__get_a: 'Returns the fixed result of a.',
    mcp__probe__a_summary: 'Returns the fixed result of a summary.',
    mcp__probe__b: 'Returns the fixed result of b.',
  };

  it('searches, describes and calls each tool, then ends', async () => {
    const { calls, text } = await talk(hermesLike(tools), [call('a_summary', { n: 1 }), call('b')]);
    expect(calls).toEqual([
      { name: 'tool_search', arguments: { queries: ['a summary'] } },
      { name: 'tool_describe', arguments: { names: ['mcp__probe__a_summary'] } },
      { name: 'tool_call', arguments: { calls: [{ name: 'mcp__probe__a_summary', arguments: { n: 1 } }] } },
      { name: 'tool_search', arguments: { queries: ['b'] } },
      { name: 'tool_describe', arguments: { names: ['mcp__probe__b'] } },
      { name: 'tool_call', arguments: { calls: [{ name: 'mcp__probe__b', arguments: {} }] } },
    ]);
    expect(text).toBe('All done.');
  });

  it('searches a second time by the words of the mark, which never stands whole in the request', async () => {
    const mark = 'dsc~long~7q2m~c3';
    const cut = 'mcp__probe__a_name_of_sev_1f2e';
    const client = hermesLike({ ...tools, [cut]: `Marked ${mark}; with a long name.` });
    const { calls, bodies } = await talk(client, [call('a_name_of_seventy_characters')], {
      a_name_of_seventy_characters: mark,
    });
    expect(calls).toEqual([
      { name: 'tool_search', arguments: { queries: ['a name of seventy characters'] } },
      { name: 'tool_search', arguments: { queries: ['dsc long 7q2m c3'] } },
      { name: 'tool_describe', arguments: { names: [cut] } },
      { name: 'tool_call', arguments: { calls: [{ name: cut, arguments: {} }] } },
    ]);
    // Before the client shows the mark itself, in the answer of the second search.
    expect(bodies.slice(0, 3).map((body) => body.includes(mark))).toEqual([false, false, true]);
  });

  it('is not led astray by a mark in the listing that the bridge itself describes', async () => {
    const mark = 'dsc~a~7q2m~c3';
    const client = hermesLike({ mcp__probe__a: `Marked ${mark}.` }, `\n- mcp__probe__a: Marked ${mark}.`);
    const { calls } = await talk(client, [call('a')], { a: mark });
    expect(calls.map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
  });

  it('ends after three searches when the tool is nowhere, after two where there is no mark', async () => {
    const nowhere = { hidden: 'dsc~h~7q2m~c3' };
    expect((await talk(hermesLike(tools), [call('hidden')], nowhere)).calls.map(({ name }) => name)).toEqual([
      'tool_search',
      'tool_search',
      'tool_search',
    ]);
    const { calls, text } = await talk(hermesLike(tools), [call('hidden')]);
    expect(calls.map(({ arguments: given }) => given)).toEqual([{ queries: ['hidden'] }, { queries: ['hidden'] }]);
    expect(text).toBe('The tool for this cannot be reached.');
  });

  it('goes on to the next tool when a search does not find one', async () => {
    const marks = { hidden: 'dsc~h~7q2m~c3' };
    const { calls, text } = await talk(hermesLike(tools), [call('b'), call('hidden'), call('gone'), call('b')], marks);
    const once = ['tool_search', 'tool_describe', 'tool_call'];
    const searches = Array.from({ length: 5 }, () => 'tool_search');
    expect(calls.map(({ name }) => name)).toEqual([...once, ...searches, ...once]);
    expect(text).toBe('All done.');
  });

  it('follows the advice of a refusal once', async () => {
    const bare = { ...hermesLike(tools) };
    const client: TestClient = {
      tools: bare.tools,
      // A search that leaves the server's name out.
      call: (name, args) => (name === 'tool_search' ? '{"results":[{"matches":["b"]}]}' : bare.call(name, args)),
    };
    const skip: TestClient = { ...client, tools: () => client.tools().toSpliced(2, 1) };
    expect((await talk(skip, [call('b')])).calls.map(({ arguments: args }) => args)).toEqual([
      { queries: ['b'] },
      { calls: [{ name: 'b', arguments: {} }] },
      { calls: [{ name: 'mcp__probe__b', arguments: {} }] },
    ]);
  });

  it('does not follow advice for ever', async () => {
    let names = 0;
    const bare = hermesLike(tools);
    const client: TestClient = {
      tools: bare.tools,
      call(name, args) {
        if (name !== 'tool_call') return bare.call(name, args);
        names += 1;
        return JSON.stringify({ error: `Is '${'x__'.repeat(names)}mcp__probe__b' meant?` });
      },
    };
    const { calls } = await talk(client, [call('b')]);
    expect(calls.map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call', 'tool_call']);
  });

  it('searches once more when a tool that was found cannot be described, then ends', async () => {
    const bare = hermesLike(tools);
    const client: TestClient = {
      tools: bare.tools,
      call: (name, args) =>
        name === 'tool_describe' ? '{"tools":{},"not_found":["mcp__probe__b"]}' : bare.call(name, args),
    };
    const { calls } = await talk(client, [call('b')]);
    expect(calls.map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_search', 'tool_describe']);
  });

  it('does not repeat a call whose own result is an error', async () => {
    const bare = hermesLike(tools);
    const client: TestClient = {
      tools: bare.tools,
      call: (name, args) =>
        name === 'tool_call' ? '{"error":"mcp__probe__b: no such station"}' : bare.call(name, args),
    };
    expect((await talk(client, [call('b')])).calls.map(({ name }) => name)).toEqual([
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
  });

  it('speaks the singular shape to a bridge that declares it, without a step that the bridge does not have', async () => {
    const text = { type: 'string' };
    const client: TestClient = {
      tools: () => [
        toolDefinition('tool_search', '', { type: 'object', properties: { query: text } }),
        toolDefinition('tool_call', '', { type: 'object', properties: { name: text, arguments: { type: 'object' } } }),
      ],
      call: (name) => (name === 'tool_search' ? 'Found s__get_a: does a.' : 'done'),
    };
    expect((await talk(client, [call('get_a')])).calls).toEqual([
      { name: 'tool_search', arguments: { query: 'get a' } },
      { name: 'tool_call', arguments: { name: 's__get_a', arguments: {} } },
    ]);
  });

  it('calls a tool directly once a search has made the client list it', async () => {
    let loaded: JsonObject[] = [];
    const client: TestClient = {
      tools: () => [
        toolDefinition('ToolSearch', '', { type: 'object', properties: { query: { type: 'string' } } }),
        ...loaded,
      ],
      call(name) {
        if (name === 'ToolSearch') loaded = [toolDefinition('mcp__s__a')];
        return 'Loaded one tool.';
      },
    };
    expect((await talk(client, [call('a')])).calls).toEqual([
      { name: 'ToolSearch', arguments: { query: 'a' } },
      { name: 'mcp__s__a', arguments: {} },
    ]);
  });

  it('never takes more than six turns for one call, whatever the bridge says', async () => {
    let turn = 0;
    const client: TestClient = {
      tools: hermesLike({}).tools,
      call(name) {
        turn += 1;
        if (name === 'tool_search') return turn > 1 ? '{"matches":["s__a"]}' : '{"matches":[]}';
        return '{"not_found":["s__a"]}';
      },
    };
    const { calls } = await talk(client, [call('a')], { a: 'dsc~a~7q2m~c3' });
    expect(calls.length).toBeLessThanOrEqual(TURNS_PER_CALL);
    expect(calls.map(({ name }) => name)).toEqual([
      'tool_search',
      'tool_search',
      'tool_describe',
      'tool_search',
      'tool_describe',
    ]);
  });
});

describe('calls that are asked for together', () => {
  const both: ScriptedCall[] = [call('probe_a'), { ...call('probe_b', { n: 2 }), together: true }, call('probe_c')];
  const request = (tools: string[]): Json => ({
    messages: [{ role: 'user', content: 'x' }],
    tools: tools.map((name) => ({ type: 'function', function: { name, description: '', parameters: {} } })),
  });
  const reply = (tools: string[], script = both) =>
    nextReply(openAiChat.read(request(tools), ''), script, { id: 't', marks: {} });

  it('stand in one turn, each with an id of its own, where the client lists all of their tools', () => {
    expect(reply(['s__probe_a', 's__probe_b', 's__probe_c'])).toEqual({
      kind: 'calls',
      calls: [
        { id: 'call_t', name: 's__probe_a', arguments: '{}' },
        { id: 'call_t_2', name: 's__probe_b', arguments: '{"n":2}' },
      ],
    });
  });

  it('are made one after the other where it does not', () => {
    expect(reply(['s__probe_a'])).toMatchObject({ calls: [{ name: 's__probe_a' }] });
  });

  it('are searched for at once behind a bridge, and then called in one turn', async () => {
    const { calls, bodies } = await talk(hermesLike({ s__probe_a: 'A.', s__probe_b: 'B.', s__probe_c: 'C.' }), both);
    expect(calls.map(({ name }) => name.replace('tool_', ''))).toEqual(
      'search describe call call search describe call'.split(' '),
    );
    expect(calls[0]?.arguments).toEqual({ queries: ['probe a', 'probe b'] });
    const { messages } = JSON.parse(bodies.at(-1) ?? '') as { messages: Partial<AssistantMessage>[] };
    expect(messages.flatMap(({ tool_calls: made }) => made?.length ?? [])).toEqual([1, 1, 2, 1, 1, 1]);
  });

  it('keep the model thinking for as long as the script says', () => {
    expect(reply(['probe_a'], [{ ...call('probe_a'), thinks: 7 }])).toMatchObject({ thinks: 7 });
    expect(reply(['probe_a'], [call('probe_a')])).not.toHaveProperty('thinks');
  });
});
