import Anthropic, { type APIError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk';
import type {
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelLine } from '../../../data/types/model-line.ts';
import type { Json } from '../../../scenarios/types.ts';
import { type MockedModel, startMockedModel } from '../server.ts';
import { send } from '../testing/http.ts';
import { anthropicMessages } from './dialect.ts';

let model: MockedModel;
beforeAll(async () => {
  model = await startMockedModel();
});
afterAll(() => model.close());

/** A run with the vendor's library as its client; the key is the test's own. */
function open(key: string) {
  const lines: ModelLine[] = [];
  const run = model.add({
    key,
    dialect: anthropicMessages,
    script: [
      { tool: 'probe_a', arguments: { at: 'dawn', where: ['Ulm', 'é😀'] } },
      { tool: 'probe_b', arguments: {} },
    ],
    tap: (line) => lines.push(JSON.parse(line) as ModelLine),
  });
  return { run, lines, client: new Anthropic({ baseURL: run.baseUrl, apiKey: 'dummy', maxRetries: 0 }) };
}

type Ask = (client: Anthropic, params: MessageCreateParamsNonStreaming) => Promise<Message>;

const whole: Ask = (client, params) => client.messages.create(params);
const streamed: Ask = (client, params) => client.messages.stream(params).finalMessage();
/** As command-line clients ask: with `?beta=true`. */
const beta: Ask = async (client, params) =>
  (await client.beta.messages.stream({ ...params, betas: ['x'] } as never).finalMessage()) as unknown as Message;

const tools: Tool[] = ['s__probe_a', 's__probe_b'].map((name) => ({ name, input_schema: { type: 'object' } }));
const base = { model: 'm', max_tokens: 100 } as const;

const answers: Record<string, NonNullable<ToolResultBlockParam['content']>> = {
  s__probe_a: 'a answers',
  s__probe_b: [{ type: 'text', text: 'b answers' }],
};

/** Talks until the model asks for nothing more. Throws after ten turns. */
async function converse(client: Anthropic, ask: Ask): Promise<Message[]> {
  const messages: MessageParam[] = [{ role: 'user', content: 'Use your tools.' }];
  const said: Message[] = [];
  while (said.length < 10) {
    const answer = await ask(client, { ...base, messages: [...messages], tools });
    said.push(answer);
    if (answer.stop_reason !== 'tool_use') return said;
    const results = answer.content.flatMap((block): ToolResultBlockParam[] =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result', tool_use_id: block.id, content: answers[block.name] ?? '' }]
        : [],
    );
    messages.push({ role: 'assistant', content: answer.content }, { role: 'user', content: results });
  }
  throw new Error('Expected the model to end the talk.');
}

describe("a talk of the vendor's library", () => {
  it.each([
    ['whole', whole],
    ['streamed', streamed],
    ['streamed by the beta', beta],
  ])('goes from the first call over the results to the last text: %s', async (name, ask) => {
    const { run, lines, client } = open(`talk/${name}`);
    const said = await converse(client, ask);
    expect(said.map(({ stop_reason }) => stop_reason)).toEqual(['tool_use', 'tool_use', 'end_turn']);
    expect(said.map(({ content }) => content)).toMatchObject([
      [{ type: 'tool_use', name: 's__probe_a', input: { at: 'dawn', where: ['Ulm', 'é😀'] } }],
      [{ type: 'tool_use', name: 's__probe_b', input: {} }],
      [{ type: 'text', text: 'All done.' }],
    ]);
    expect(said.map(({ usage }) => [usage.input_tokens, usage.output_tokens])).toEqual(said.map(() => [1, 1]));
    expect(run.finished()).toBe(true);
    expect(lines.map(({ path, status }) => [path, status])).toEqual(said.map(() => ['/v1/messages', 200]));
    const last = anthropicMessages.read(JSON.parse(lines[2]?.body ?? '') as Json, '/v1/messages');
    const asked = lines.flatMap(({ response }) => anthropicMessages.readCalls(response));
    expect(last.calls).toEqual(asked);
    expect(last.results.map(({ callId }) => callId)).toEqual(asked.map(({ id }) => id));
    expect(last.results.map(({ texts }) => texts)).toEqual([
      [{ pointer: '/messages/2/content/0/content', text: 'a answers' }],
      [{ pointer: '/messages/4/content/0/content/0/text', text: 'b answers' }],
    ]);
  });

  it('is the same talk whole and streamed', async () => {
    const play = async (ask: Ask): Promise<Message[]> => {
      const { run, client } = open('same');
      const said = await converse(client, ask);
      run.remove();
      return said.map((answer) => JSON.parse(JSON.stringify(answer)) as Message);
    };
    // The library marks what it put together from a stream.
    const marked = (await play(whole)).map((answer) => ({ ...answer, parsed_output: null }));
    expect(await play(streamed)).toEqual(marked);
  });

  it('reaches a tool that the client lists only after a search that names it', async () => {
    const { run, client } = open('search');
    const properties = { query: { type: 'string' }, max_results: { type: 'number' } };
    const search: Tool = { name: 'ToolSearch', input_schema: { type: 'object', properties, required: ['query'] } };
    const messages: MessageParam[] = [{ role: 'user', content: 'Go.' }];
    const ask = (listed: Tool[]): Promise<Message> =>
      streamed(client, { ...base, messages: [...messages], tools: [search, ...listed] });
    const first = await ask([]);
    const [call] = first.content.filter((block) => block.type === 'tool_use');
    expect(call).toMatchObject({ name: 'ToolSearch', input: { query: 'probe a' } });
    const found = { type: 'tool_reference', tool_name: 's__probe_a' } as const;
    messages.push(
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: [found] }] },
    );
    const second = await ask(tools.slice(0, 1).map((tool) => ({ ...tool, defer_loading: true })));
    expect(second.content).toMatchObject([{ name: 's__probe_a' }]);
    run.remove();
  });

  it('hears every piece of the arguments before they are whole', async () => {
    const { client } = open('pieces');
    const pieces: string[] = [];
    const stream = client.messages.stream({ ...base, messages: [{ role: 'user', content: 'Go.' }], tools });
    stream.on('inputJson', (piece) => pieces.push(piece));
    await stream.finalMessage();
    expect(pieces).toHaveLength(5);
    expect(JSON.parse(pieces.join(''))).toEqual({ at: 'dawn', where: ['Ulm', 'é😀'] });
  });
});

describe('other requests', () => {
  it('answers a request without tools with a short text', async () => {
    const { run, client } = open('side');
    const params = { ...base, system: 'Make a title.', messages: [{ role: 'user' as const, content: 'Go.' }] };
    for (const ask of [whole, streamed]) {
      expect((await ask(client, params)).content).toMatchObject([{ type: 'text', text: 'A short note.' }]);
    }
    expect(run.finished()).toBe(false);
  });

  it('counts tokens and lists one model', async () => {
    const { client, lines } = open('count');
    const params = { model: 'm', messages: [{ role: 'user' as const, content: 'Go.' }] };
    expect(await client.messages.countTokens({ ...params, tools })).toEqual({ input_tokens: 1 });
    expect((await client.beta.messages.countTokens(params)).input_tokens).toBe(1);
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(['mocked-model']);
    expect(lines.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/messages/count_tokens',
      'POST /v1/messages/count_tokens',
      'GET /v1/models',
    ]);
  });

  it('answers HEAD at the base URL', async () => {
    const { run } = open('head');
    expect((await send(run.baseUrl, 'HEAD')).status).toBe(200);
  });

  it("refuses in a form that is the library's own error", async () => {
    const { client } = open('errors');
    const refused = await whole(client, { ...base, messages: 'x' as never }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadRequestError);
    const { status, type, error } = refused as InstanceType<typeof APIError>;
    expect([status, type, error]).toEqual([
      400,
      'invalid_request_error',
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Expected an object with a list "messages", got a value of type string (messages).',
        },
        request_id: null,
      },
    ]);
    await expect(streamed(client, { ...base, messages: 'x' as never })).rejects.toThrow(BadRequestError);
    await expect(client.models.retrieve('other')).rejects.toThrow(NotFoundError);
  });
});
