import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from '../types.ts';
import { renderResult } from './render.ts';
import type { CallToolResult, ContentBlock } from './types.ts';

const home = mkdtempSync(join(tmpdir(), 'render-'));
afterAll(() => rmSync(home, { recursive: true }));

const text = (...texts: string[]): ContentBlock[] => texts.map((one) => ({ type: 'text', text: one }));
const render = (result: CallToolResult): string => renderResult(result, { home });
const meta = { 'com.example/k': 1, 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } };
const brokenImage: ContentBlock = { type: 'image', data: '!', mimeType: 'image/png' };
const note = '[image (image/png) left out: its data is not base64]';

function nested(depth: number): Json {
  let value: Json = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('renderResult', () => {
  it.each([
    ['a text', { content: text('fine') }, '{"result": "fine"}'],
    ['texts, empty ones left out', { content: text('a', '', 'b') }, '{"result": "a\\nb"}'],
    ['letters outside of ASCII as they are', { content: text('é "日本"') }, '{"result": "é \\"日本\\""}'],
    [
      'a text and data',
      { content: text('fine'), structuredContent: { a: 1, b: [true] } },
      '{"result": "fine", "structuredContent": {"a": 1, "b": [true]}}',
    ],
    [
      'a text, data and _meta',
      { content: text('fine'), structuredContent: { a: 1 }, _meta: meta },
      '{"result": "fine", "structuredContent": {"a": 1}, "_meta": {"com.example/k": 1}}',
    ],
    ['a text and _meta', { content: text('fine'), _meta: meta }, '{"result": "fine", "_meta": {"com.example/k": 1}}'],
    ['a text and reserved _meta alone', { content: text('fine'), _meta: { 'mcp.io/k': 1 } }, '{"result": "fine"}'],
    [
      'a mirror, as the text was sent',
      { content: text('{"b": 2,"a":1}'), structuredContent: { a: 1, b: 2 } },
      '{"result": "{\\"b\\": 2,\\"a\\":1}"}',
    ],
    [
      'a mirror and _meta',
      { content: text('{"a":1}'), structuredContent: { a: 1 }, _meta: meta },
      '{"result": "{\\"a\\":1}", "_meta": {"com.example/k": 1}}',
    ],
    ['data alone', { content: [], structuredContent: { a: 1 } }, '{"result": {"a": 1}}'],
    ['data beside an empty text', { content: text(''), structuredContent: { a: 1 } }, '{"result": {"a": 1}}'],
    [
      'data and _meta',
      { content: [], structuredContent: { a: 1 }, _meta: meta },
      '{"result": {"a": 1}, "_meta": {"com.example/k": 1}}',
    ],
    ['_meta alone', { content: [], _meta: meta }, '{"_meta": {"com.example/k": 1}, "result": ""}'],
    ['nothing', { content: [] }, '{"result": ""}'],
    ['null for data', { content: text('fine'), structuredContent: null }, '{"result": "fine"}'],
    ['null for data, and nothing else', { content: [], structuredContent: null }, '{"result": ""}'],
    [
      'an empty object',
      { content: text('fine'), structuredContent: {} },
      '{"result": "fine", "structuredContent": {}}',
    ],
    ['an empty object alone', { content: [], structuredContent: {} }, '{"result": {}}'],
    [
      'a list beside a text',
      { content: text('fine'), structuredContent: [1] },
      '{"result": "fine", "structuredContent": [1]}',
    ],
    [
      'a number beside a text',
      { content: text('fine'), structuredContent: 5 },
      '{"result": "fine", "structuredContent": 5}',
    ],
    [
      'false beside a text',
      { content: text('fine'), structuredContent: false },
      '{"result": "fine", "structuredContent": false}',
    ],
    ['a string beside a text', { content: text('fine'), structuredContent: 'other' }, '{"result": "fine"}'],
    ['a string alone', { content: [], structuredContent: 'other' }, '{"result": "other"}'],
    ['a string beside white space', { content: text(' \n'), structuredContent: 'other' }, '{"result": "other"}'],
    [
      'data beside white space',
      { content: text(' '), structuredContent: { a: 1 } },
      '{"result": " ", "structuredContent": {"a": 1}}',
    ],
    ['white space alone', { content: text(' ') }, '{"result": " "}'],
    [
      'data beside a notice, which is no mirror of anything',
      { content: [brokenImage], structuredContent: { result: note } },
      `{"result": "${note}", "structuredContent": {"result": "${note}"}}`,
    ],
    ['a string beside a notice', { content: [brokenImage], structuredContent: 'other' }, '{"result": "other"}'],
    [
      'data too deep for JSON, beside a text',
      { content: text('fine'), structuredContent: nested(2000) },
      '{"result": "fine"}',
    ],
    [
      'data too deep for JSON, alone',
      { content: [], structuredContent: nested(2000) },
      '{"result": "[structured data left out: it is nested too deeply]"}',
    ],
    ['_meta too deep for JSON', { content: text('fine'), _meta: { k: nested(2000) } }, '{"result": "fine"}'],
  ] as [string, CallToolResult, string][])('shows %s', (_, result, expected) => {
    expect(render(result)).toBe(expected);
  });

  it.each([
    ['its texts with nothing between', { content: text('No ', 'such station') }, '{"error": "No such station"}'],
    [
      'the text of embedded resources too',
      { content: [...text('No: '), { type: 'resource', resource: { uri: 'a:b', text: 'gone' } }, brokenImage] },
      '{"error": "No: gone"}',
    ],
    ['no data and no _meta', { content: text('No'), structuredContent: { a: 1 }, _meta: meta }, '{"error": "No"}'],
    ['words of ours for no text', { content: [] }, '{"error": "The tool reported an error and did not say which"}'],
    [
      'words of ours for white space',
      { content: text(' ') },
      '{"error": "The tool reported an error and did not say which"}',
    ],
    ['no credential', { content: text('401 for Bearer abc.def') }, '{"error": "401 for [REDACTED]"}'],
    ['no hidden letters', { content: text('No\u{e0041}') }, '{"error": "No"}'],
  ] as [string, CallToolResult, string][])('shows of an error %s', (_, result, expected) => {
    expect(render({ ...result, isError: true })).toBe(expected);
  });

  it('cuts an error text at 2,048 characters', () => {
    const error = (JSON.parse(render({ content: text('x'.repeat(2049)), isError: true })) as { error: string }).error;
    expect(error).toBe(`${'x'.repeat(2048)}… [truncated]`);
    expect(render({ content: text('x'.repeat(2048)), isError: true })).toBe(`{"error": "${'x'.repeat(2048)}"}`);
  });

  it('is a result when isError is false', () => {
    expect(render({ content: text('fine'), isError: false })).toBe('{"result": "fine"}');
  });

  it('leaves out the middle of texts over 2,000,000 characters together', () => {
    const { result } = JSON.parse(render({ content: text('a'.repeat(1_500_000), 'b'.repeat(1_500_000)) })) as {
      result: string;
    };
    expect(
      result.startsWith(`${'a'.repeat(800_000)}\n\n... [MCP RESULT TRUNCATED: 1,000,001 of 3,000,001 characters`),
    ).toBe(true);
    expect(result.endsWith(`] ...\n\n${'b'.repeat(1_200_000)}`)).toBe(true);
  });

  it('shows data over the cap as the ends of its JSON where there is no text, and not at all beside one', () => {
    const structuredContent = { a: 'x'.repeat(2_000_000) };
    const { result } = JSON.parse(render({ content: [], structuredContent })) as { result: string };
    expect(result.startsWith('{"a": "xxx')).toBe(true);
    expect(result).toContain('... [MCP RESULT TRUNCATED: 9 of 2,000,009 characters left out here] ...');
    expect(result.endsWith('xxx"}')).toBe(true);
    expect(render({ content: text('fine'), structuredContent })).toBe('{"result": "fine"}');
  });

  it('strips hidden letters wherever they stand', () => {
    const hidden = '\u{e0048}\u{e0049}';
    const result = {
      content: text(`a${hidden}`),
      structuredContent: { [`k${hidden}`]: hidden },
      _meta: { [`m${hidden}`]: hidden },
    };
    expect(render(result)).toBe('{"result": "a", "structuredContent": {"k": ""}, "_meta": {"m": ""}}');
    // Halves of a hidden letter around a whole one must not become one.
    expect(render({ content: text('\udb40\u{e0048}\udc49') })).not.toMatch(/[\u{e0000}-\u{e007f}]|\\udb40/u);
    expect(render({ content: text(hidden), structuredContent: { a: 1 } })).toBe('{"result": {"a": 1}}');
  });

  it('does not change the result that it shows', () => {
    const result = { content: text('a', ' '), structuredContent: { b: [1] }, _meta: meta };
    const before = structuredClone(result);
    render(result);
    expect(result).toEqual(before);
  });
});
