import { describe, expect, it } from 'vitest';
import { builtinTool, parsed, serverTool } from './testing/tool.ts';
import { unwrapCall } from './unwrap.ts';

const search = serverTool('mcp__docs__search', {
  parameters: { type: 'object', properties: { max: { type: 'integer' } }, required: ['max'] },
});
const catalog = [serverTool('mcp__docs__read'), search];
const direct = [builtinTool('read_file')];

async function answer(name: string, args = {}): Promise<unknown> {
  const unwrapped = await unwrapCall({ calls: [{ name, arguments: args }] }, catalog, direct);
  return unwrapped.kind === 'error' ? parsed(unwrapped.text).error : unwrapped;
}

describe('unwrapCall', () => {
  it('gives the tool itself and its checked arguments', async () => {
    const unwrapped = await unwrapCall(
      { calls: [{ name: 'mcp__docs__search', arguments: { max: '5' } }] },
      catalog,
      direct,
    );
    expect(unwrapped).toEqual({ kind: 'dispatch', tool: search, args: { max: 5 } });
    expect(unwrapped.kind === 'dispatch' && unwrapped.tool).toBe(search);
  });

  it('sends the model to a tool of its own list', async () => {
    expect(await answer('read_file')).toBe(
      "tool_call: 'read_file' is in your tool list. Call it directly, without tool_call.",
    );
  });

  it('proposes the full name for the name of the server', async () => {
    expect(await answer('search')).toBe(
      "tool_call: no tool is named 'search'. It takes the exact name that tool_search gives, " +
        "in the form mcp__<server>__<tool>. Is 'mcp__docs__search' meant?",
    );
  });

  it.each(['send', 'mcp__docs__gone', 'earch', '__proto__', 'toString'])('proposes a search for %s', async (name) => {
    expect(await answer(name)).toBe(
      `tool_call: no tool is named '${name}'. It takes the exact name that tool_search gives, ` +
        'in the form mcp__<server>__<tool>. Look it up with tool_search.',
    );
  });

  it('passes on what is wrong with the call or its arguments', async () => {
    expect(await unwrapCall({}, catalog, direct)).toEqual({
      kind: 'error',
      text: '{"error": "tool_call: \\"calls\\" is needed: an array with an entry {name, arguments}"}',
    });
    expect(await answer('mcp__docs__search')).toBe(
      "tool_call: 'mcp__docs__search' needs more arguments: max. The tool was not run.",
    );
  });
});
