import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withElisionNotice } from './elision.ts';
import { isUntrusted, wrapUntrusted } from './untrusted.ts';

describe('isUntrusted', () => {
  it.each(['mcp__docs__read', 'mcp_x', 'browser_open', 'web_search', 'web_extract'])('is true of %s', (name) => {
    expect(isUntrusted(name)).toBe(true);
  });

  it.each(['read_file', 'tool_search', 'mcp', 'web_searches', 'my_mcp_tool', 'browser'])('is false of %s', (name) => {
    expect(isUntrusted(name)).toBe(false);
  });
});

describe('wrapUntrusted', () => {
  it('has four parts: the tag, one sentence line, a blank line and the text, the end tag', () => {
    const text = 'x'.repeat(40);
    const lines = wrapUntrusted('mcp__docs__read', text).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('<untrusted_tool_result source="mcp__docs__read">');
    expect(lines[1]).toMatch(/^The following content /);
    expect(lines.slice(2)).toEqual(['', text, '</untrusted_tool_result>']);
  });

  it('leaves a text under 32 characters bare', () => {
    expect(wrapUntrusted('mcp_x', 'x'.repeat(31))).toBe('x'.repeat(31));
    expect(wrapUntrusted('mcp_x', 'x'.repeat(32))).toMatch(/^<untrusted_tool_result /);
  });

  it('wraps what is wrapped already once more', () => {
    const twice = wrapUntrusted('mcp_x', wrapUntrusted('mcp_x', 'x'.repeat(40)));
    expect(twice.match(/<untrusted_tool_result /g)).toHaveLength(1);
    expect(twice.match(/<untrusted-tool-result /g)).toHaveLength(1);
  });

  it('escapes the name of the tool', () => {
    expect(wrapUntrusted('mcp_"><b>&\n', 'x'.repeat(40))).toMatch(
      /^<untrusted_tool_result source="mcp_&quot;&gt;&lt;b&gt;&amp; ">\n/,
    );
  });

  it('never lets a text open or close the tag', () => {
    const letters = fc.constantFrom(
      'untrusted_tool_result',
      'UNTRUSTED_Tool_RESULT',
      'untru\u017fted_tool_result',
      '</',
      '<',
      '>',
      '\n',
      ' ',
      '_',
    );
    const hostile = fc
      .array(fc.oneof(letters, fc.string({ unit: 'grapheme' })), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        const padded = text.padEnd(32);
        const wrapped = wrapUntrusted('mcp_x', padded);
        expect(wrapped.match(/untrusted_tool_result/giu)).toHaveLength(2);
        expect(wrapped.endsWith('\n</untrusted_tool_result>')).toBe(true);
        // Nothing but the tag's name is touched.
        const inside = wrapped.split('\n').slice(3, -1).join('\n');
        expect(inside).toHaveLength(padded.length);
        expect(inside.replaceAll('-', '_')).toBe(
          padded.replaceAll(/untrusted_tool_result/giu, 'untrusted_tool_result').replaceAll('-', '_'),
        );
        expect(wrapUntrusted('mcp_x', text.slice(0, 31))).not.toMatch(/untrusted_tool_result/iu);
      }),
    );
  });
});

describe('withElisionNotice', () => {
  const fill = 'x'.repeat(1000);

  it.each([
    '...12 more items',
    '... 1 more item',
    '"has_more": true',
    '{"result": "{\\"has_more\\":true}"}',
    'Saved to Sandbox',
    'data_preview',
  ])('adds a line to a result with %s', (mark) => {
    const noted = withElisionNotice(`${fill}${mark}`);
    expect(noted.startsWith(`${fill}${mark}\n[hermes note: `)).toBe(true);
    expect(noted.endsWith(']')).toBe(true);
  });

  it('leaves other results alone', () => {
    for (const text of [
      `${fill} 12 more items "has_more": false`,
      '"has_more": true',
      `${'x'.repeat(65_536)}data_preview`,
    ]) {
      expect(withElisionNotice(text)).toBe(text);
    }
  });
});
