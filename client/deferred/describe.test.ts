import { describe, expect, it } from 'vitest';
import { describeTools } from './describe.ts';
import { builtinTool, parsed, serverTool } from './testing/tool.ts';

const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const catalog = [serverTool('mcp__docs__search', { description: 'Finds “pages”.', parameters })];
const direct = [builtinTool('read_file')];

describe('describeTools', () => {
  it('shows description and schema as they are', () => {
    expect(describeTools({ names: ['mcp__docs__search'] }, catalog, direct)).toBe(
      '{"tools": {"mcp__docs__search": {"description": "Finds “pages”.", "parameters": ' +
        '{"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}}}',
    );
  });

  it('tells unknown names from tools that need no bridge', () => {
    const names = ['search', 'mcp__docs__search', 'read_file', 'tool_call', '__proto__'];
    expect(parsed(describeTools({ names }, catalog, direct))).toEqual({
      tools: { mcp__docs__search: { description: 'Finds “pages”.', parameters } },
      not_found: ['search', '__proto__'],
      hint: 'No tool has the names in not_found at present. Search again with tool_search.',
      errors: {
        read_file: 'This tool is in your tool list, with its schema. Call it directly.',
        tool_call: 'This is a bridge tool. Its schema is in your tool list.',
      },
    });
  });

  it('takes one bare name', () => {
    expect(parsed(describeTools({ names: 'mcp__docs__search' }, catalog, direct))).toHaveProperty(
      'tools.mcp__docs__search',
    );
  });

  it('refuses arguments that cannot be read', () => {
    expect(parsed(describeTools({ name: 'mcp__docs__search' }, catalog, direct))).toEqual({
      error: '"names" is needed, as an array of strings',
    });
    expect(parsed(describeTools({ names: [' '] }, catalog, direct))).toEqual({
      error: '"names" is needed, with at least one string that is not empty',
    });
    expect(parsed(describeTools({ names: Array.from('abcdefghijk') }, catalog, direct))).toEqual({
      error: 'Expected at most 10 names, got 11. Send fewer in one call.',
    });
  });
});
