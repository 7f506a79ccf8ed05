import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../scenarios/types.ts';
import type { RequestTool } from '../dialect.ts';
import { callArguments, describeArguments, searchArguments } from './arguments.ts';
import { bridgeKind } from './kind.ts';
import { readMatches } from './matches.ts';
import { isUnknown, suggestedName } from './refusals.ts';
import { targetOf } from './target.ts';

const bridge = (properties: JsonObject): RequestTool => ({
  name: 'bridge',
  description: '',
  pointer: '/tools/0/function',
  parameters: { type: 'object', properties },
});
const list = { type: 'array', items: { type: 'string' } };
const text = { type: 'string' };

describe('bridgeKind', () => {
  it('knows the three bridges in any case, and nothing else', () => {
    expect(['tool_search', 'ToolSearch', 'tool-describe', 'tool_call'].map(bridgeKind)).toEqual([
      'search',
      'search',
      'describe',
      'call',
    ]);
    expect(['mcp__s__tool_call', 'tool_calls', 'search', 'constructor', ''].map(bridgeKind)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});

describe('targetOf', () => {
  it.each([
    ['{"calls":[{"name":"s__a","arguments":{}},{"name":"s__b","arguments":{}}]}', 's__a'],
    ['{"calls":"[{\\"name\\":\\"s__a\\",\\"arguments\\":{}}]"}', 's__a'],
    ['{"calls":{"name":"s__a","arguments":{}}}', 's__a'],
    ['{"name":"s__a","arguments":{}}', 's__a'],
    ['{"calls":[]}', 'tool_call'],
    ['{"calls":[7],"name":8}', 'tool_call'],
    ['no JSON', 'tool_call'],
    ['', 'tool_call'],
  ])('reads the inner name out of %s', (given, target) => {
    expect(targetOf('tool_call', given)).toBe(target);
  });

  it('leaves every other tool alone, whatever its arguments look like', () => {
    expect(targetOf('s__a', '{"calls":[{"name":"s__b"}]}')).toBe('s__a');
    expect(targetOf('tool_search', '{"name":"s__b"}')).toBe('tool_search');
  });
});

describe('the arguments of a bridge', () => {
  it('take the plural shape with lists', () => {
    expect(searchArguments(bridge({ queries: list, limit: { type: 'integer' } }), 'a b')).toEqual({ queries: ['a b'] });
    expect(describeArguments(bridge({ names: list }), 's__a')).toEqual({ names: ['s__a'] });
    expect(callArguments(bridge({ calls: { type: 'array' } }), 's__a', { x: 1 })).toEqual({
      calls: [{ name: 's__a', arguments: { x: 1 } }],
    });
  });

  it('take the singular shape with strings', () => {
    expect(searchArguments(bridge({ query: text }), 'a b')).toEqual({ query: 'a b' });
    expect(describeArguments(bridge({ name: text }), 's__a')).toEqual({ name: 's__a' });
    expect(callArguments(bridge({ name: text, arguments: {} }), 's__a', { x: 1 })).toEqual({
      name: 's__a',
      arguments: { x: 1 },
    });
  });

  it('follow the declared type where it disagrees with the key', () => {
    expect(searchArguments(bridge({ queries: text }), 'a')).toEqual({ queries: 'a' });
    expect(searchArguments(bridge({ query: list }), 'a')).toEqual({ query: ['a'] });
  });
});

describe('readMatches', () => {
  it('reads matches and tools of a search result, and neither queries nor names of servers', () => {
    const answer = JSON.stringify({
      queries: ['probe'],
      total_available: 2,
      results: [
        { query: 'probe', matches: ['mcp__s__a'] },
        { query: 'x', matches: [], available_sources: [{ name: 'probe', tool_count: 2 }], hint: 'Try probe.' },
      ],
      tools: { mcp__s__a: { source: 'mcp', source_name: 'mcp-s', description: 'Does a.', required: ['probe'] } },
    });
    expect(readMatches(answer)).toEqual([
      { name: 'mcp__s__a', description: '' },
      { name: 'mcp__s__a', description: 'Does a.' },
    ]);
  });

  it('reads lists of named objects, also nested and inside other text', () => {
    const answer =
      'Found:\n{"tools":[{"type":"function","function":{"name":"s.a","description":"Does a."}}]}\nThat is all.';
    expect(readMatches(answer)).toEqual([{ name: 's.a', description: 'Does a.' }]);
  });

  it('reads each word of a plain text, without the punctuation around it', () => {
    expect(readMatches('Loaded "s__a", s-b. (c)').map(({ name }) => name)).toEqual(['Loaded', 's__a', 's-b', 'c']);
  });

  it('stops walking at a bound', () => {
    const deep = `${'{"tools":['.repeat(5000)}{"name":"a"}${']}'.repeat(5000)}`;
    expect(readMatches(deep)).toEqual([]);
  });
});

describe('suggestedName', () => {
  it('is the fuller form of the name that was called', () => {
    const answer =
      '{"error":"\'probe_a\' is unknown (for example mcp__<server>__<tool>). Is \'mcp__s__probe_a\' meant?"}';
    expect(suggestedName(answer, 'probe_a')).toBe('mcp__s__probe_a');
  });

  it.each([
    ['an error that names the tool as it was called', '{"error":"mcp__s__probe_a failed: no such station"}'],
    ['a result that is no error', '{"result":"see x__mcp__s__probe_a"}'],
    ['a text', 'see x__mcp__s__probe_a'],
    ['an empty answer', ''],
  ])('is none in %s', (_, answer) => {
    expect(suggestedName(answer, 'mcp__s__probe_a')).toBeUndefined();
  });
});

describe('isUnknown', () => {
  it('is so when the name is listed as not found, or the bridge reports an error', () => {
    expect(isUnknown('{"tools":{},"not_found":["a"]}', 'a')).toBe(true);
    expect(isUnknown('{"error":"too many names"}', 'a')).toBe(true);
    expect(isUnknown('{"tools":{"a":{}},"not_found":["b"]}', 'a')).toBe(false);
    expect(isUnknown('The tool a does something.', 'a')).toBe(false);
  });
});
