import type { JsonObject, RegisteredTool } from '../../types.ts';

/** A tool of server `server` for tests, by the name that the model knows: `mcp__<server>__<tool>`. */
export function serverTool(name: string, given: Partial<RegisteredTool> = {}): RegisteredTool {
  const [, server = ''] = name.split('__');
  return {
    name,
    toolset: `mcp-${server}`,
    description: '',
    parameters: { type: 'object', properties: {}, required: [] },
    parallel: false,
    call: () => Promise.resolve(''),
    ...given,
  };
}

/** A tool of the client itself. */
export function builtinTool(name: string): RegisteredTool {
  return serverTool(name, { toolset: 'builtin', description: `Built-in ${name}.` });
}

/** The JSON that a bridge tool answered with. */
export function parsed(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
