import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { renderFailure } from './failure.ts';
import { toToolMessages } from './message.ts';
import { checkOutputSchema } from './output-schema/check.ts';
import { renderResult } from './render.ts';
import { spillThreshold, turnThreshold } from './spill/threshold.ts';
import { validateCallResult } from './validate/call-result.ts';

const home = mkdtempSync(join(tmpdir(), 'pipeline-'));
afterAll(() => rmSync(home, { recursive: true }));

const TOOL = 'mcp__weather__reading';
const summary = { type: 'text', text: 'It was mild this morning.' };
const data = { station: 'north', celsius: 21 };
const outputSchema = { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] };
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const large = 'word '.repeat(6000);

/** From the raw result of `tools/call` to what the model gets, as a caller puts the parts together. */
async function answer(raw: unknown, revision: string, tool: { outputSchema?: JsonObject } = {}): Promise<string> {
  try {
    const result = validateCallResult(raw, revision);
    await checkOutputSchema({ name: TOOL, ...tool }, result);
    return renderResult(result, { home });
  } catch (error) {
    return renderFailure(error);
  }
}

const both = (text: string, structured = '{"station": "north", "celsius": 21}'): string =>
  `{"result": "${text}", "structuredContent": ${structured}}`;
const refused = (what: string): string =>
  `{"error": "The call failed: the server sent a result that is not valid (${what})"}`;

const NO_CONTENT = refused('content: expected an array, got nothing');
const SCENARIOS: {
  name: string;
  result: JsonObject;
  tool?: { outputSchema: JsonObject };
  handshake: string;
  stateless?: string;
}[] = [
  // A tool for an app alone is an ordinary tool here.
  { name: 'app_only', result: { content: [summary], structuredContent: data }, handshake: both(summary.text) },
  {
    name: 'meta_only',
    result: { content: [summary], _meta: { 'com.example/trace': 't1' } },
    handshake: `{"result": "${summary.text}", "_meta": {"com.example/trace": "t1"}}`,
  },
  {
    name: 'with_meta',
    result: {
      content: [summary],
      structuredContent: data,
      _meta: { 'com.example/trace': 't1', 'tools.api.mcp.com/trace': 't2', 'io.modelcontextprotocol/trace': 't3' },
    },
    handshake: `${both(summary.text).slice(0, -1)}, "_meta": {"com.example/trace": "t1"}}`,
  },
  {
    name: 'audience_user',
    result: { content: [{ ...summary, annotations: { audience: ['user'] } }], structuredContent: data },
    handshake: both(summary.text),
  },
  { name: 'empty_object', result: {}, handshake: NO_CONTENT },
  { name: 'large', result: { content: [{ type: 'text', text: large }] }, handshake: `{"result": "${large}"}` },
  { name: 'no_content_key', result: { structuredContent: data }, handshake: NO_CONTENT },
  {
    name: 'is_error',
    result: { content: [{ type: 'text', text: 'No such station: south' }], structuredContent: data, isError: true },
    handshake: '{"error": "No such station: south"}',
  },
  {
    name: 'with_image',
    result: {
      content: [summary, { type: 'image', data: png.toString('base64'), mimeType: 'image/png' }],
      structuredContent: data,
    },
    handshake: both(`${summary.text}\\nMEDIA:${home}/cache/images/img_02a3e298f153.png`),
  },
  {
    name: 'schema_match',
    tool: { outputSchema },
    result: { content: [summary], structuredContent: data },
    handshake: both(summary.text),
  },
  {
    name: 'schema_mismatch',
    tool: { outputSchema },
    result: { content: [summary], structuredContent: { ...data, celsius: 'mild' } },
    handshake: `{"error": "The call failed: The result does not keep to the outputSchema of ${TOOL}: structuredContent.celsius must be number"}`,
  },
  {
    name: 'mirror',
    result: { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data },
    handshake: '{"result": "{\\"station\\":\\"north\\",\\"celsius\\":21}"}',
  },
  { name: 'sc_empty', result: { content: [summary], structuredContent: {} }, handshake: both(summary.text, '{}') },
  {
    name: 'sc_null',
    result: { content: [summary], structuredContent: null },
    handshake: `{"result": "${summary.text}"}`,
  },
  {
    name: 'sc_string',
    result: { content: [summary], structuredContent: 'Reading 21 of the day' },
    handshake: refused('structuredContent: expected an object, got a string'),
    stateless: `{"result": "${summary.text}"}`,
  },
  {
    name: 'structured_only',
    result: { content: [], structuredContent: data },
    handshake: '{"result": {"station": "north", "celsius": 21}}',
  },
  { name: 'summary_and_data', result: { content: [summary], structuredContent: data }, handshake: both(summary.text) },
];

describe('from the raw result to the text for the model', () => {
  it('has all seventeen scenarios', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(17);
  });

  it.each(SCENARIOS)('$name in the handshake era', async ({ result, tool, handshake }) => {
    expect(await answer(result, '2025-11-25', tool)).toBe(handshake);
  });

  it.each(SCENARIOS)('$name in the stateless era', async ({ result, tool, handshake, stateless }) => {
    expect(await answer({ ...result, resultType: 'complete' }, '2026-07-28', tool)).toBe(stateless ?? handshake);
  });

  it('tells of an answer that asks for input', async () => {
    expect(await answer({ resultType: 'input_required', requestState: 's' }, '2026-07-28')).toMatch(
      /^\{"error": "The call failed: The server wants more input before it answers /,
    );
  });

  it('shows a list beside a text only where the revision has lists', async () => {
    const result = { content: [summary], structuredContent: [1] };
    expect(await answer({ ...result, resultType: 'complete' }, '2026-07-28')).toBe(both(summary.text, '[1]'));
    expect(await answer(result, '2025-11-25')).toBe(refused('structuredContent: expected an object, got an array'));
  });
});

describe('toToolMessages', () => {
  const limits = { home, resultSizeChars: spillThreshold(131_072), turnSizeChars: turnThreshold(131_072) };
  const message = (content: string, toolName = TOOL): string =>
    toToolMessages([{ toolName, callId: 'call_1', content }], limits)[0]?.content ?? '';

  it('answers the call by its id and the tool by its name', () => {
    expect(toToolMessages([{ toolName: 'tool_search', callId: 'c', content: 'x' }], limits)).toEqual([
      { role: 'tool', name: 'tool_search', content: 'x', tool_call_id: 'c' },
    ]);
  });

  it('marks what comes from a server as untrusted, results and errors', () => {
    for (const content of [both(summary.text), NO_CONTENT]) {
      const lines = message(content).split('\n');
      expect(lines[0]).toBe(`<untrusted_tool_result source="${TOOL}">`);
      expect(lines[1]?.startsWith('The following content ')).toBe(true);
      expect(lines.slice(2)).toEqual(['', content, '</untrusted_tool_result>']);
    }
    expect(message('{"result": ""}')).toBe('{"result": ""}');
    expect(message('x'.repeat(100), 'tool_search')).toBe('x'.repeat(100));
  });

  it('does not spill a result of 30,000 characters', async () => {
    const content = await answer({ content: [{ type: 'text', text: large }] }, '2025-11-25');
    expect(message(content)).toContain(content);
  });

  it('spills before it wraps, and never what read_file gives', () => {
    const content = `{"result": "${'word '.repeat(12_000)}"}`;
    const lines = message(content).split('\n');
    expect([lines[0], lines[3], lines.at(-2), lines.at(-1)]).toEqual([
      `<untrusted_tool_result source="${TOOL}">`,
      '<persisted-output>',
      '</persisted-output>',
      '</untrusted_tool_result>',
    ]);
    const [file = ''] = readdirSync(join(home, 'cache', 'spillover'));
    expect(readFileSync(join(home, 'cache', 'spillover', file), 'utf8')).toBe('word '.repeat(12_000));
    expect(message('x'.repeat(90_000), 'read_file')).toBe('x'.repeat(90_000));
  });

  it('notes inside of the mark that a provider left something out', () => {
    const content = `{"result": "${'x'.repeat(1000)} ...3 more items"}`;
    const lines = message(content).split('\n');
    expect(lines[3]).toBe(content);
    expect(lines[4]).toMatch(/^\[hermes note: /);
    expect(lines[5]).toBe('</untrusted_tool_result>');
    expect(message(content, 'tool_search')).toBe(content);
  });

  it('keeps the calls of one turn within their budget, in order', () => {
    const answers = [30_000, 45_000, 100].map((length, index) => ({
      toolName: TOOL,
      callId: `call_${index}`,
      content: String(index).repeat(length),
    }));
    const messages = toToolMessages(answers, { home, resultSizeChars: 50_000, turnSizeChars: 40_000 });
    expect(messages.map(({ tool_call_id }) => tool_call_id)).toEqual(['call_0', 'call_1', 'call_2']);
    expect(messages.map(({ content }) => content.includes('<persisted-output>'))).toEqual([false, true, false]);
  });
});
