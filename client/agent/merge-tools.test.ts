import { describe, expect, it } from 'vitest';
import { serverTool } from '../deferred/testing/tool.ts';
import type { RegisteredTool } from '../types.ts';
import { mergeTools } from './merge-tools.ts';

/** The tool under this name, as `server` would offer it. */
const of = (server: string, name: string): RegisteredTool => serverTool(name, { toolset: `mcp-${server}` });

/** A server that offers what the test says. */
function offering(name: string, ...names: string[]) {
  let tools = names.map((each) => of(name, each));
  return {
    name,
    tools: () => tools,
    set(...now: string[]) {
      tools = now.map((each) => of(name, each));
    },
  };
}

const shown = (tools: RegisteredTool[]) => tools.map(({ name, toolset }) => `${name} ${toolset}`);

describe('mergeTools', () => {
  it('gives all tools by the order of the servers, and a shared name to the first', () => {
    const warnings: string[] = [];
    const merged = mergeTools([offering('a', 'x', 'y'), offering('b', 'y', 'z')], ({ name }, message) =>
      warnings.push(`${name}: ${message}`),
    );
    expect(shown(merged)).toEqual(['x mcp-a', 'y mcp-a', 'z mcp-b']);
    expect(warnings).toEqual(['b: Expected the name y to be free, got a tool that holds it; that of "b" is skipped']);
  });

  it('leaves a name with its owner when an earlier server comes to have it too', () => {
    const [a, b] = [offering('a'), offering('b', 'y')];
    const owners = new Map<string, string>();
    const merge = () => shown(mergeTools([a, b], () => undefined, owners));
    expect(merge()).toEqual(['y mcp-b']);
    a.set('y');
    expect(merge()).toEqual(['y mcp-b']);
    b.set();
    expect(merge()).toEqual(['y mcp-a']);
    b.set('y');
    expect(merge()).toEqual(['y mcp-a']);
  });
});
