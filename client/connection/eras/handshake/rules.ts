import type { EraRules } from '../era.ts';

/** The era with `initialize`: requests go out bare, without `_meta` and without a progress token. */
export const handshake: EraRules = {
  name: 'handshake',
  emptyList: { tools: [] },
  emptyCall: { content: [] },
  emptyResults: {
    'resources/list': { resources: [] },
    'resources/read': { contents: [] },
    'prompts/list': { prompts: [] },
    'prompts/get': { messages: [] },
  },
  call: (client, params, _inputSchema, options) => client.request({ method: 'tools/call', params }, options),
  ping: (client, options) => client.ping(options),
  listFault: () => undefined,
};
