import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import type { Response, ResponseInputItem, Tool } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelLine } from '../../../data/types/model-line.ts';
import { type MockedModel, startMockedModel } from '../server.ts';
import { openAiResponses } from './dialect.ts';

let model: MockedModel;
beforeAll(async () => {
  model = await startMockedModel();
});
afterAll(() => model.close());

/** A run with the vendor's own client. */
function open(key: string) {
  const lines: ModelLine[] = [];
  const script = [
    { tool: 'probe_a', arguments: { at: 'dawn', face: '🙂' } },
    { tool: 'probe_b', arguments: {} },
  ];
  const run = model.add({
    key,
    dialect: openAiResponses,
    script,
    tap: (line) => lines.push(JSON.parse(line) as ModelLine),
  });
  return { run, lines, client: new OpenAI({ baseURL: run.baseUrl, apiKey: 'dummy', maxRetries: 0 }) };
}

const fn = (name: string) =>
  ({ type: 'function', name, parameters: { type: 'object', properties: {} }, strict: false }) as const;
const listed: Tool[] = [fn('s__probe_a'), { type: 'web_search' }, fn('s__probe_b')];
const grouped: Tool[] = [
  { type: 'namespace', name: 'mcp__s', description: 's', tools: [fn('probe_a'), fn('probe_b')] },
];
const search: Tool = {
  type: 'tool_search',
  execution: 'client',
  description: 'Finds tools.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
};

type Ask = (
  client: OpenAI,
  body: { input: ResponseInputItem[]; previous?: string; tools: Tool[] },
) => Promise<Response>;
const plain: Ask = (client, { previous, ...body }) =>
  client.responses.create({ model: 'm', ...body, ...(previous !== undefined && { previous_response_id: previous }) });
const streamed: Ask = (client, { previous, ...body }) =>
  client.responses
    .stream({ model: 'm', ...body, ...(previous !== undefined && { previous_response_id: previous }) })
    .finalResponse();

/** How a client tells the model of what was said before: what it sends, with the new items after it. */
type Memory = (said: Response, before: ResponseInputItem[]) => { input: ResponseInputItem[]; previous?: string };
const repeats: Memory = ({ output }, before) => ({ input: [...before, ...(output as ResponseInputItem[])] });
const refers: Memory = ({ output }, before) => ({
  input: [...before, ...output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }))],
});
const continues: Memory = ({ id }) => ({ input: [], previous: id });

/** Carries out calls until the model ends the talk. */
async function talk(client: OpenAI, { ask, remember, tools }: { ask: Ask; remember: Memory; tools: Tool[] }) {
  const calls: { name: string; namespace?: string; given: unknown }[] = [];
  let body: ReturnType<Memory> = { input: [{ role: 'user', content: 'Use your tools.' }] };
  for (let turn = 0; turn < 10; turn++) {
    const said = await ask(client, { ...body, tools });
    if (said.output_text !== '') return { calls, text: said.output_text, ids: said.id.length };
    body = remember(said, body.input);
    for (const item of said.output) {
      if (item.type === 'tool_search_call') {
        calls.push({ name: 'tool_search', given: item.arguments });
        body.input.push({ type: 'tool_search_output', call_id: item.call_id, execution: 'client', tools: grouped });
      } else if (item.type === 'function_call') {
        const group = item.namespace === undefined ? {} : { namespace: item.namespace };
        calls.push({ name: item.name, ...group, given: JSON.parse(item.arguments) });
        body.input.push({ type: 'function_call_output', call_id: item.call_id, output: `${item.name} answers` });
      }
    }
  }
  throw new Error('Expected the model to end the talk.');
}

const forms: [string, Ask][] = [
  ['whole', plain],
  ['streamed', streamed],
];
const memories: [string, Memory][] = [
  ['repeats the talk', repeats],
  ['names items by their ids', refers],
  ['names the answer before', continues],
];

describe.each(forms)('the client library of OpenAI, answers %s', (form, ask) => {
  it.each(memories)('plays a talk to its end when it %s', async (memory, remember) => {
    const { client, run, lines } = open(`${form}/${memory}`);
    const { calls, text } = await talk(client, { ask, remember, tools: listed });
    expect(calls).toEqual([
      { name: 's__probe_a', given: { at: 'dawn', face: '🙂' } },
      { name: 's__probe_b', given: {} },
    ]);
    expect(text).toBe('All done.');
    expect(run.finished()).toBe(true);
    expect(run.requests()).toBe(3);
    const stored = lines.flatMap(({ response }) => openAiResponses.readCalls(response));
    expect(stored.map(({ name }) => name)).toEqual(['s__probe_a', 's__probe_b']);
  });

  it('calls tools in their namespace', async () => {
    const { client } = open(`${form}/namespace`);
    const { calls } = await talk(client, { ask, remember: repeats, tools: grouped });
    expect(calls).toEqual([
      { name: 'probe_a', namespace: 'mcp__s', given: { at: 'dawn', face: '🙂' } },
      { name: 'probe_b', namespace: 'mcp__s', given: {} },
    ]);
  });

  it('searches for tools that are not listed', async () => {
    const { client } = open(`${form}/search`);
    const { calls, text } = await talk(client, { ask, remember: repeats, tools: [search] });
    expect(calls).toMatchObject([
      { name: 'tool_search', given: { query: 'probe a' } },
      { name: 'probe_a', namespace: 'mcp__s' },
      { name: 'probe_b', namespace: 'mcp__s' },
    ]);
    expect(text).toBe('All done.');
  });

  it('gets a short text where it offers no tools', async () => {
    const { client, run } = open(`${form}/side`);
    const { output_text, status, usage } = await ask(client, {
      input: [{ role: 'user', content: 'A title?' }],
      tools: [],
    });
    expect([output_text, status, usage?.total_tokens]).toEqual(['A short note.', 'completed', 2]);
    expect(run.finished()).toBe(false);
  });

  it('throws its own error for a request that is refused', async () => {
    const { client } = open(`${form}/refused`);
    const refused = ask(client, { input: {} as ResponseInputItem[], tools: [] });
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      message: '400 Expected an object with a string or a list "input", got a value of type object (input).',
    });
  });
});

describe('the client library of OpenAI', () => {
  it('sees each event of a stream, and the pieces of a call as they come', async () => {
    const { client } = open('events');
    const stream = client.responses.stream({ model: 'm', input: 'Go.', tools: listed });
    const snapshots: string[] = [];
    stream.on('response.function_call_arguments.delta', ({ snapshot }) => snapshots.push(snapshot));
    const { output } = await stream.finalResponse();
    expect(snapshots.length).toBeGreaterThan(1);
    expect(output).toMatchObject([{ type: 'function_call', arguments: snapshots.at(-1) }]);
  });

  it('lists models and counts tokens, and knows what is missing', async () => {
    const { client } = open('others');
    expect((await client.models.list()).data).toMatchObject([{ id: 'mocked-model' }]);
    expect(await client.responses.inputTokens.count({ model: 'm', input: 'Go.' })).toEqual({
      object: 'response.input_tokens',
      input_tokens: 1,
    });
    await expect(client.responses.retrieve('resp_1')).rejects.toThrow(NotFoundError);
  });
});
