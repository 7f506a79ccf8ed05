import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../scenarios/index.ts';
import type { Json, JsonObject, Scenario } from '../../scenarios/types.ts';
import { storeRun } from '../judge/testing/stored-run.ts';
import { omit } from './omission.ts';
import { reduceModelLines } from './reduce.ts';
import { type Files, judged } from './testing/judged.ts';

const scenarioOf = (name: string): Scenario =>
  scenarios.find(({ id }) => id === `tools.result.${name}` || id === name) as Scenario;
const scenario = scenarioOf('with_image');
const [tool] = scenario.serve.pages.flat();
const result: JsonObject = tool && 'result' in tool.answer ? tool.answer.result : {};
const envelope = { result: { prefix: '', suffix: '' }, error: { prefix: '', suffix: '' } };

interface Line {
  method?: string;
  path?: string;
  body?: Json;
  base64?: string;
  response?: string;
}
const lineOf = ({ method = 'POST', path = '/v1/chat/completions', body, base64, response = '{}' }: Line): string => {
  const bytes = base64 === undefined ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : { base64 };
  return `${JSON.stringify({ seq: 1, dialect: 'openai-chat', method, path, ...bytes, status: 200, response })}\n`;
};
const reducedBody = (line: Line): string => {
  const { body } = JSON.parse(reduceModelLines(lineOf(line), scenario)) as { body: string };
  return body;
};
const reducedJson = (body: JsonObject): JsonObject => JSON.parse(reducedBody({ body })) as JsonObject;

const DEEP = `{"messages":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

describe('omit', () => {
  it('tells bytes in UTF-8 and their digest', () => {
    const digest = createHash('sha256').update('žluť').digest('hex');
    expect(omit('žluť')).toBe(`{{omitted 6 sha256:${digest}}}`);
    expect(omit(Buffer.from('žluť'))).toBe(omit('žluť'));
  });
});

describe('a line', () => {
  it('keeps all but its body', () => {
    const line = lineOf({ body: { messages: [{ role: 'user', content: 'Hello there.' }] } });
    const { body, ...rest } = JSON.parse(reduceModelLines(line, scenario)) as JsonObject;
    expect(rest).toEqual({
      seq: 1,
      dialect: 'openai-chat',
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      response: '{}',
    });
    expect(body).toBe(JSON.stringify({ messages: [{ role: 'user', content: omit('Hello there.') }] }));
  });

  it.each([
    ['nothing', { method: 'HEAD', path: '/', body: '' }, ''],
    ['no JSON', { body: 'no JSON' }, omit('no JSON')],
    ['bytes', { base64: Buffer.from([0xff, 0x00]).toString('base64') }, omit(Buffer.from([0xff, 0x00]))],
    ['telemetry', { path: '/events', body: '{"what":1}' }, JSON.stringify({ omitted: omit('{"what":1}') })],
    ['a list', { path: '/events', body: '["what"]' }, omit('["what"]')],
    ['JSON that cannot be written', { body: DEEP }, JSON.stringify({ omitted: omit(DEEP) })],
  ])('with %s as its body has one stand-in, or none', (_what, line: Line, expected: string) => {
    expect(reducedBody(line)).toBe(expected);
  });

  it('that is none is refused, and one that was not finished stays so', () => {
    expect(() => reduceModelLines('{"seq":1}\n', scenario)).toThrow('Expected line 1 of model.jsonl');
    expect(reduceModelLines(lineOf({ body: '' }).trimEnd(), scenario).endsWith('}')).toBe(true);
    expect(reduceModelLines('', scenario)).toBe('');
  });
});

describe('a body', () => {
  it('keeps its form: keys, numbers, words that say nothing to anyone', () => {
    const form = { model: 'a-model/1.0', stream: true, top_p: 0.5, stop: null, tool_choice: 'auto', messages: [] };
    expect(reducedJson(form)).toEqual(form);
    expect(reducedJson({ messages: [], user: 'two words', n: '字'.repeat(9), long: 'a'.repeat(65) })).toEqual({
      messages: [],
      user: omit('two words'),
      n: omit('字'.repeat(9)),
      long: omit('a'.repeat(65)),
    });
    expect(reducedJson({ messages: [{ role: 'user', content: 'stop!' }], instructions: 'Go' })).toEqual({
      messages: [{ role: 'user', content: omit('stop!') }],
      instructions: omit('Go'),
    });
  });

  it('keeps definitions of our tools, and of others the name', () => {
    const ours = { name: 'mcp-probe-PROBE-with-image', description: 'Mine.', parameters: { properties: { a: {} } } };
    const other = { name: 'read', description: 'Reads a file.', parameters: { properties: { a: {} } }, strict: true };
    const tools = [ours, other].map((each) => ({ type: 'function', function: each }));
    expect(reducedJson({ messages: [], tools })['tools']).toEqual([
      { type: 'function', function: ours },
      {
        type: 'function',
        function: {
          ...other,
          description: omit('Reads a file.'),
          parameters: omit(JSON.stringify(other.parameters)),
        },
      },
    ]);
  });

  it('keeps the name of our tool in a description of another', () => {
    const description = 'Finds these: mcp__probe__probe_with_image, and no_probe_with_imagery at all.';
    const tools = [{ type: 'function', function: { name: 'tool_search', description } }];
    expect(reducedJson({ messages: [], tools })['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'tool_search',
          description: [
            omit('Finds these: mcp__probe__'),
            'probe_with_image',
            omit(', and no'),
            '_probe_with_imager',
            omit('y at all.'),
          ].join(''),
        },
      },
    ]);
  });

  it('keeps tokens, whole and half, and what cut them', () => {
    const token = 'cnt~head~';
    const whole = JSON.stringify(result).match(/cnt~head~\w{4}~\w\w/)?.[0] ?? '';
    expect(whole).toContain(token);
    const content = `The client said ${whole} and then ${whole.slice(0, -3)}xx to me.`;
    expect(reducedJson({ messages: [{ role: 'user', content }] })['messages']).toEqual([
      {
        role: 'user',
        content: `${omit('The client said ')}${whole}${omit(' and then ')}${whole.slice(0, -3)}${omit('xx to me.')}`,
      },
    ]);
  });
});

/** The files of a client, and what the judge says of them and of their reduced form. */
function bothVerdicts(files: Files, of = scenario): [unknown, unknown] {
  const reduced = { ...files, model: reduceModelLines(files.model, of) };
  expect(reduceModelLines(reduced.model, of)).toBe(reduced.model);
  return [judged(of, files, envelope), judged(of, reduced, envelope)];
}

const words = 'Our own secret words around it.';

describe('what a client may do beside a tool message', () => {
  const [, image] = result['content'] as { data: string }[];
  const url = `data:image/png;base64,${image?.data}`;

  it('shows the picture in a message of the user: place for place the same', () => {
    const also = [
      {
        role: 'user',
        content: [
          { type: 'text', text: words },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ];
    const [full, reduced] = bothVerdicts(storeRun({ scenario, tell: () => 'A picture follows.', also }));
    expect(reduced).toEqual(full);
    expect(JSON.stringify(full)).toContain('image only (1x, as image part)');
  });

  it('tells the result in a message of the user alone, under no id', () => {
    const told = `The tool answers: ${JSON.stringify(result)}`;
    const { wire, model } = storeRun({ scenario, tell: () => told });
    const retold = model.replaceAll(/"role\\":\\"tool\\",\\"tool_call_id\\":\\"call_0/g, String.raw`"role\":\"user`);
    expect(retold).not.toBe(model);
    const [full, reduced] = bothVerdicts({ wire, model: retold });
    expect(reduced).toEqual(full);
    expect(full).toMatchObject({ kind: 'judged', cost: { characters: told.length } });
  });

  it.each(['sc_string', 'empty_object'])('says in words of its own that %s failed, under no id', (name) => {
    const other = scenarioOf(name);
    const { wire, model } = storeRun({ scenario: other, tell: () => `It failed. ${words}` });
    const retold = model.replaceAll(/"role\\":\\"tool\\",\\"tool_call_id\\":\\"call_0/g, String.raw`"role\":\"user`);
    const [full, reduced] = bothVerdicts({ wire, model: retold }, other);
    expect(reduced).toEqual(full);
    expect(JSON.stringify(full)).toContain('error text, no fixture field');
  });

  it('repeats the tool message, word for word, later on: it is still no second copy', () => {
    const told = `${words} ${JSON.stringify(result)}`;
    const later = (messages: Json[]): Json[][] => [[...messages, { role: 'user', content: told }]];
    const [full, reduced] = bothVerdicts(storeRun({ scenario, tell: () => told, later }));
    expect(reduced).toEqual(full);
  });

  it('counts tokens, or reports an event, and sends nothing else', () => {
    const { wire } = storeRun({ scenario, tell: () => '' });
    const listed = wire.split('\n').filter((line) => !/tools\/call|cnt~/.test(line));
    const model = lineOf({ path: '/events', body: { note: words } });
    const [full, reduced] = bothVerdicts({ wire: listed.join('\n'), model });
    expect(reduced).toEqual(full);
    expect(JSON.stringify(full)).toContain('tool not offered to the model');
  });

  it('shows more copies in a request that is no turn', () => {
    const told = JSON.stringify(result);
    const { wire, model } = storeRun({ scenario, tell: () => told });
    const aside = { messages: [{ role: 'user', content: `${words} ${told} ${words} ${told} ${words}` }] };
    const [full, reduced] = bothVerdicts({ wire, model: model + lineOf({ path: '/v1/count', body: aside }) });
    expect(JSON.stringify(full)).toContain('"line":3');
    const withoutOffsets = (verdict: unknown): string => JSON.stringify(verdict).replaceAll(/"offset":\d+/g, '');
    expect(withoutOffsets(reduced)).toBe(withoutOffsets(full));
  });
});

it('keeps the id of an answer that a client goes on from', () => {
  const id = `resp_1_${'x'.repeat(99)}`;
  const line = { ...(JSON.parse(lineOf({ body: {}, response: JSON.stringify({ id }) })) as JsonObject) };
  const body = JSON.stringify({ previous_response_id: id, input: words });
  const jsonl = `${JSON.stringify({ ...line, dialect: 'openai-responses', path: '/v1/responses', body })}\n`;
  expect(JSON.parse((JSON.parse(reduceModelLines(jsonl, scenario)) as { body: string }).body)).toEqual({
    previous_response_id: id,
    input: omit(words),
  });
});

describe('the comparison of verdicts', () => {
  it('sees a reduction that goes too far', () => {
    const { wire, model } = storeRun({ scenario, tell: () => JSON.stringify(result) });
    const body = (line: string): string =>
      JSON.stringify({ ...(JSON.parse(line) as JsonObject), body: '{"messages":[]}' });
    const emptied = model.trimEnd().split('\n').map(body).join('\n');
    expect(judged(scenario, { wire, model: `${emptied}\n` }, envelope)).not.toEqual(
      judged(scenario, { wire, model }, envelope),
    );
  });
});
