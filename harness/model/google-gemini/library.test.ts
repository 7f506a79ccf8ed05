import {
  ApiError,
  type CallableTool,
  type Content,
  type FunctionCall,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelLine } from '../../../data/types/model-line.ts';
import type { Json } from '../../../scenarios/types.ts';
import { type MockedModel, startMockedModel } from '../server.ts';
import { googleGemini } from './dialect.ts';

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
    dialect: googleGemini,
    script: [
      { tool: 'probe_a', arguments: { at: 'dawn', where: ['Ulm', 'é😀'] } },
      { tool: 'probe_b', arguments: {} },
      { tool: 'probe_a', arguments: {} },
    ],
    tap: (line) => lines.push(JSON.parse(line) as ModelLine),
  });
  return { run, lines, client: new GoogleGenAI({ apiKey: 'dummy', httpOptions: { baseUrl: run.baseUrl } }) };
}

const functionDeclarations = [
  { name: 's__probe_a', description: 'Does a.', parametersJsonSchema: { type: 'object' } },
  { name: 's__probe_b', description: 'Does b.' },
];
const tools = [{ functionDeclarations }];

/** What the library made of an answer. */
interface Heard {
  contents: Content[];
  calls: FunctionCall[];
  text: string;
  last: GenerateContentResponse | undefined;
}

type Ask = (client: GoogleGenAI, params: GenerateContentParameters) => Promise<Heard>;

const whole: Ask = async (client, params) => hear([await client.models.generateContent(params)]);
const streamed: Ask = async (client, params) => {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await client.models.generateContentStream(params)) chunks.push(chunk);
  return hear(chunks);
};

function hear(chunks: GenerateContentResponse[]): Heard {
  return {
    contents: chunks.flatMap(({ candidates }) => candidates?.[0]?.content ?? []),
    calls: chunks.flatMap(({ functionCalls }) => functionCalls ?? []),
    text: chunks
      .flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      .map(({ text }) => text ?? '')
      .join(''),
    last: chunks.at(-1),
  };
}

const answerOf = ({ id, name = '' }: FunctionCall, keepsIds: boolean): Part => ({
  functionResponse: { ...(keepsIds && id !== undefined && { id }), name, response: { output: `${name} answers` } },
});

/** Talks until the model asks for nothing more. Throws after ten turns. */
async function converse(client: GoogleGenAI, ask: Ask, keepsIds = true): Promise<Heard[]> {
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Use your tools.' }] }];
  const heard: Heard[] = [];
  while (heard.length < 10) {
    const answer = await ask(client, { model: 'gemini-x', contents: [...contents], config: { tools } });
    heard.push(answer);
    if (answer.calls.length === 0) return heard;
    const said = keepsIds ? answer.contents : answer.contents.map(withoutIds);
    contents.push(...said, { role: 'user', parts: answer.calls.map((call) => answerOf(call, keepsIds)) });
  }
  throw new Error('Expected the model to end the talk.');
}

function withoutIds({ parts = [], ...content }: Content): Content {
  return {
    ...content,
    parts: parts.map(({ functionCall, ...part }) => {
      if (functionCall === undefined) return part;
      const { id: _, ...call } = functionCall;
      return { ...part, functionCall: call };
    }),
  };
}

const said = ['s__probe_a answers', 's__probe_b answers', 's__probe_a answers'];

/** The calls that were asked for are those of the last request's history, each with its result. */
function expectWholeHistory(lines: ModelLine[]): void {
  const { path, body = '' } = lines.at(-1) ?? { path: '' };
  const last = googleGemini.read(JSON.parse(body) as Json, path);
  const asked = lines.flatMap(({ response }) => googleGemini.readCalls(response));
  expect(asked.map(({ id }) => id)).toEqual(['call_1_s__probe_a', 'call_1_s__probe_b', 'call_2_s__probe_a']);
  expect(last.calls).toEqual(asked);
  expect(last.results.map(({ callId }) => callId)).toEqual(asked.map(({ id }) => id));
  expect(last.results.map(({ texts }) => texts.map(({ text }) => text))).toEqual(
    said.map((output) => [JSON.stringify({ output })]),
  );
}

describe("a talk of the vendor's library", () => {
  it.each([
    ['whole', whole, true, 'generateContent'],
    ['streamed', streamed, true, 'streamGenerateContent'],
    ['whole, ids dropped', whole, false, 'generateContent'],
    ['streamed, ids dropped', streamed, false, 'streamGenerateContent'],
  ] as const)('goes from the first call over the results to the last text: %s', async (name, ask, keepsIds, method) => {
    const { run, lines, client } = open(`talk/${name}`);
    const heard = await converse(client, ask, keepsIds);
    expect(heard.map(({ calls }) => calls)).toEqual([
      [{ id: 'call_1_s__probe_a', name: 's__probe_a', args: { at: 'dawn', where: ['Ulm', 'é😀'] } }],
      [{ id: 'call_1_s__probe_b', name: 's__probe_b', args: {} }],
      [{ id: 'call_2_s__probe_a', name: 's__probe_a', args: {} }],
      [],
    ]);
    expect(heard.map(({ text }) => text)).toEqual(['', '', '', 'All done.']);
    expect(heard.map(({ last }) => [last?.candidates?.[0]?.finishReason, last?.modelVersion])).toEqual(
      heard.map(() => ['STOP', 'gemini-x']),
    );
    expect(heard.map(({ last }) => last?.usageMetadata?.totalTokenCount)).toEqual(heard.map(() => 2));
    expect(run.finished()).toBe(true);
    expect(lines.map(({ path, status }) => [path, status])).toEqual(
      heard.map(() => [`/v1beta/models/gemini-x:${method}`, 200]),
    );
    expectWholeHistory(lines);
  });

  it.each(['whole', 'streamed'])('keeps the history of a chat: %s', async (form) => {
    const { run, lines, client } = open(`chat/${form}`);
    const chat = client.chats.create({ model: 'gemini-x', config: { tools } });
    let message: Part[] = [{ text: 'Use your tools.' }];
    while (message.length > 0 && lines.length < 10) {
      const answers: GenerateContentResponse[] = [];
      if (form === 'whole') answers.push(await chat.sendMessage({ message }));
      else for await (const chunk of await chat.sendMessageStream({ message })) answers.push(chunk);
      message = hear(answers).calls.map((call) => answerOf(call, true));
    }
    expect(run.finished()).toBe(true);
    // The library drops turns from its history that it finds invalid.
    expect(chat.getHistory(true)).toEqual(chat.getHistory(false));
    expectWholeHistory(lines);
  });

  it('is carried out by the library itself, which sends results without ids', async () => {
    const { run, lines, client } = open('automatic');
    const tool: CallableTool = {
      tool: () => Promise.resolve({ functionDeclarations }),
      callTool: (calls) => Promise.resolve(calls.map((call) => answerOf(call, false))),
    };
    const answer = await client.models.generateContent({
      model: 'gemini-x',
      contents: 'Use your tools.',
      config: { tools: [tool] },
    });
    expect(answer.text).toBe('All done.');
    expect(run.finished()).toBe(true);
    expectWholeHistory(lines);
  });
});

describe("other requests of the vendor's library", () => {
  it.each([
    ['whole', whole],
    ['streamed', streamed],
  ])('are answered with a text where there are no tools: %s', async (name, ask) => {
    const { run, client } = open(`side/${name}`);
    const { text, calls } = await ask(client, { model: 'gemini-x', contents: 'A title?' });
    expect([text, calls]).toEqual(['A short note.', []]);
    expect(run.finished()).toBe(false);
  });

  it('are counts of tokens and the list of models', async () => {
    const { client, lines } = open('others');
    expect((await client.models.countTokens({ model: 'gemini-x', contents: 'Hello.' })).totalTokens).toBe(1);
    const names: (string | undefined)[] = [];
    for await (const { name } of await client.models.list()) names.push(name);
    expect(names).toEqual(['models/mocked-model']);
    expect(lines.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'POST /v1beta/models/gemini-x:countTokens 200',
      'GET /v1beta/models 200',
    ]);
  });

  it.each([
    ['whole', whole],
    ['streamed', streamed],
  ])("fail with the library's own error where they are none of the API: %s", async (name, ask) => {
    const { client } = open(`error/${name}`);
    const bad = { model: 'gemini-x', contents: 'x', config: { httpOptions: { extraBody: { contents: null } } } };
    const error: unknown = await ask(client, bad).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400 });
    expect(JSON.parse((error as ApiError).message)).toEqual({
      error: {
        code: 400,
        message: 'Expected an object with a list "contents", got null (contents).',
        status: 'INVALID_ARGUMENT',
      },
    });
  });

  it('fail where the API has no such path', async () => {
    const { client } = open('error/path');
    await expect(client.models.embedContent({ model: 'm', contents: 'x' })).rejects.toMatchObject({ status: 404 });
  });
});
