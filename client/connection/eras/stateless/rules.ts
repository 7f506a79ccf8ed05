import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '../../frame.ts';
import { kindOf } from '../../text.ts';
import type { EraRules } from '../era.ts';

const kept = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/** The era without a handshake: every request carries revision, client and capabilities in `_meta`. */
export const stateless: EraRules = {
  name: 'stateless',
  emptyList: { ...kept, tools: [] },
  emptyCall: { resultType: 'complete', content: [] },
  emptyResults: {
    'resources/list': { ...kept, resources: [] },
    'resources/read': { ...kept, contents: [] },
    'prompts/list': { ...kept, prompts: [] },
    'prompts/get': { resultType: 'complete', messages: [] },
  },
  cacheHints: ({ ttlMs, cacheScope }) => ({
    ...(typeof ttlMs === 'number' && ttlMs >= 0 && { ttlMs }),
    ...(typeof cacheScope === 'string' && { cacheScope }),
  }),
  call(client, params, inputSchema, options) {
    // With the definition at hand the engine copies the arguments marked `x-mcp-header` into `Mcp-Param-*` headers, and
    // never lists tools on its own. The output schema stays out: results are validated above this room.
    const toolDefinition = {
      name: params.name,
      inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    } as Tool;
    return client.callTool(params, { ...options, toolDefinition });
  },
  watchTools: (client, options) => client.listen({ toolsListChanged: true }, options),
  listFault({ resultType }) {
    // `resultType` says how the rest is to be read, so a list without it is none; the cache hints may be missing.
    if (resultType === 'complete') return undefined;
    return `expected "resultType" to be "complete", got ${typeof resultType === 'string' ? 'another type' : kindOf(resultType)}`;
  },
};
