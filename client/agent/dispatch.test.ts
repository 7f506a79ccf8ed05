import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../deferred/settings.ts';
import type { CallOptions, RegisteredTool } from '../types.ts';
import { createDispatcher, type DispatchContext } from './dispatch.ts';

function tool(name: string, parallel = false): RegisteredTool {
  return {
    name,
    toolset: name.startsWith('mcp__') ? 'mcp-docs' : 'builtin',
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    parallel,
    call: async (args) => `${name} ${JSON.stringify(args)}`,
  };
}

const direct = [tool('read_file', true)];
const deferred = [tool('mcp__docs__lookup'), tool('mcp__docs__search', true)];

async function dispatch(
  name: string,
  args: unknown,
  given: Partial<DispatchContext> = {},
  offered = { direct, deferred },
) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  const context = { settings: defaultSettings, current: () => [...offered.direct, ...offered.deferred], ...given };
  const { toolName, parallel, run } = await createDispatcher(offered, context)({ id: 'a', name, arguments: text });
  return { toolName, parallel, text: await run() };
}

describe('createDispatcher', () => {
  it('calls a direct tool', async () => {
    expect(await dispatch('read_file', { query: 'x' })).toEqual({
      toolName: 'read_file',
      parallel: true,
      text: 'read_file {"query":"x"}',
    });
  });

  it.each(['', '  ', '{}'])('takes the arguments %j for none', async (args) => {
    expect(await dispatch('read_file', args)).toMatchObject({ text: 'read_file {}' });
  });

  it('sees the tool behind tool_call: its name, its arguments, and whether it is parallel', async () => {
    const calls = (name: string) => ({ calls: [{ name, arguments: { query: 'x' } }] });
    expect(await dispatch('tool_call', calls('mcp__docs__lookup'))).toEqual({
      toolName: 'mcp__docs__lookup',
      parallel: false,
      text: 'mcp__docs__lookup {"query":"x"}',
    });
    expect(await dispatch('tool_call', calls('mcp__docs__search'))).toMatchObject({
      toolName: 'mcp__docs__search',
      parallel: true,
    });
  });

  it('answers a tool_call that cannot be made under its own name', async () => {
    const { toolName, parallel, text } = await dispatch('tool_call', { calls: [{ name: 'mcp__docs__lookup' }] });
    expect({ toolName, parallel }).toEqual({ toolName: 'tool_call', parallel: false });
    expect(JSON.parse(text)).toMatchObject({ error: expect.stringContaining('needs more arguments: query') });
  });

  it('answers searches and descriptions itself', async () => {
    const found = await dispatch('tool_search', { queries: ['lookup'] });
    expect(found).toMatchObject({ toolName: 'tool_search', parallel: true });
    expect(JSON.parse(found.text)).toMatchObject({ results: [{ query: 'lookup', matches: ['mcp__docs__lookup'] }] });
    const described = await dispatch('tool_describe', { names: ['mcp__docs__lookup'] });
    expect(JSON.parse(described.text)).toMatchObject({
      tools: { mcp__docs__lookup: { description: 'Does mcp__docs__lookup.' } },
    });
  });

  it.each([
    ['{"query": ', 'text that is no valid JSON'],
    ['[1]', 'an array'],
    ['null', 'null'],
    ['"x"', 'a string'],
    ['5', 'a number'],
  ])('refuses the arguments %s', async (args, came) => {
    expect(await dispatch('read_file', args)).toEqual({
      toolName: 'read_file',
      parallel: false,
      text: `{"error": "Expected the arguments of 'read_file' to be a JSON object, got ${came}. The tool was not run."}`,
    });
  });

  it('sends a call of a deferred tool by its own name to the bridge', async () => {
    expect(await dispatch('mcp__docs__lookup', { query: 'x' })).toMatchObject({
      text: `{"error": "'mcp__docs__lookup' is called through tool_call, after tool_describe has shown its parameters."}`,
    });
  });

  it('refuses unknown names, and the names of the bridge where there is none', async () => {
    const refusal = (name: string) => `{"error": "No tool is named '${name}'. Call only tools that you were given."}`;
    expect(await dispatch('constructor', {})).toMatchObject({ text: refusal('constructor') });
    const plain = { direct: [...direct, ...deferred], deferred: [] };
    expect(await dispatch('tool_call', {}, {}, plain)).toMatchObject({ text: refusal('tool_call') });
    expect(await dispatch('mcp__docs__lookup', {}, {}, plain)).toMatchObject({ text: 'mcp__docs__lookup {}' });
  });

  it('runs the tool as it is registered when its turn comes', async () => {
    const renewed = { ...tool('read_file'), call: async () => 'renewed' };
    expect(await dispatch('read_file', {}, { current: () => [renewed] })).toMatchObject({ text: 'renewed' });
  });

  it('never sends a call of a tool that has gone since the model saw it', async () => {
    const gone = (name: string) => ({
      toolName: name,
      text: `{"error": "'${name}' was not run: its server does not offer it any more, or is not connected. Find another way."}`,
    });
    const none = { current: () => [] };
    expect(await dispatch('read_file', {}, none)).toMatchObject(gone('read_file'));
    const args = { calls: [{ name: 'mcp__docs__search', arguments: { query: 'x' } }] };
    expect(await dispatch('tool_call', args, none)).toMatchObject(gone('mcp__docs__search'));
  });

  it('gives every call the signal that ends it', async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const watched = {
      ...tool('read_file'),
      call: async (_args: unknown, options?: CallOptions) => {
        seen.push(options?.signal);
        return '';
      },
    };
    await dispatch('read_file', {}, { signal, current: () => [watched] });
    expect(seen[0]).toBe(signal);
  });
});
