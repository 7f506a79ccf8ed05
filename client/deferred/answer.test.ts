import { describe, expect, it } from 'vitest';
import { answerBridge } from './answer.ts';
import { defaultSettings } from './settings.ts';
import { builtinTool, parsed, serverTool } from './testing/tool.ts';

const catalog = ['mcp__docs__read', 'mcp__docs__read_all'].map((name) => serverTool(name));

describe('answerBridge', () => {
  it('answers tool_search within the limits of the settings', () => {
    const args = { queries: ['read'], limit: 2 };
    expect(parsed(answerBridge('tool_search', args, catalog, { settings: defaultSettings, direct: [] }))).toMatchObject(
      {
        results: [{ matches: ['mcp__docs__read', 'mcp__docs__read_all'] }],
      },
    );
    const settings = { ...defaultSettings, searchDefaultLimit: 1, maxSearchLimit: 1 };
    expect(parsed(answerBridge('tool_search', args, catalog, { settings, direct: [] }))).toMatchObject({
      results: [{ matches: ['mcp__docs__read'] }],
    });
  });

  it('answers tool_describe, and tells direct tools from unknown ones', () => {
    const args = { names: ['mcp__docs__read', 'read_file'] };
    expect(
      parsed(answerBridge('tool_describe', args, catalog, { settings: defaultSettings, direct: [] })),
    ).toMatchObject({
      tools: { mcp__docs__read: {} },
      not_found: ['read_file'],
    });
    const direct = [builtinTool('read_file')];
    expect(parsed(answerBridge('tool_describe', args, catalog, { settings: defaultSettings, direct }))).toMatchObject({
      errors: { read_file: 'This tool is in your tool list, with its schema. Call it directly.' },
    });
  });
});
