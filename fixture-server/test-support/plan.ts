import type { ServedAnswer, ServedTool, ServingPlan } from '../../scenarios/types.ts';

/** A tool with every member that any revision defines, and one that none does. */
const everything: ServedTool = tool(
  'everything',
  { result: { content: [{ type: 'text', text: 'all of it' }], structuredContent: { all: true } } },
  {
    title: 'Everything',
    annotations: { readOnlyHint: true },
    outputSchema: { type: 'object', properties: { all: { type: 'boolean' } } },
    icons: [{ src: 'data:image/png;base64,AAAA' }],
    execution: { taskSupport: 'optional' },
    _meta: { 'com.example/seen': 1 },
    unheardOf: true,
  },
);

/** Two pages; well-formed answers on the first, all kinds of others on the second. */
export function testPlan(httpAnswer: ServingPlan['httpAnswer'] = 'json'): ServingPlan {
  return {
    serverInfo: { name: 'test-server', title: 'Test server', version: '7' },
    name: 'test',
    httpAnswer,
    pages: [
      [everything, tool('plain', { result: { content: [{ type: 'text', text: 'plain text' }] } })],
      [
        tool('malformed', { result: { content: 'no array', structuredContent: [1, null], _meta: 'no object' } }),
        tool('asks', {
          result: { resultType: 'input_required', requestState: 'opaque', inputRequests: {} },
        }),
        tool('fails', { error: { code: -32000, message: 'declared', data: { why: 'a test' } } }),
        tool('needs', { error: { code: -32021, message: 'needs more', data: { requiredCapabilities: {} } } }),
        tool('raw', { raw: '{"jsonrpc":"2.0", "id":{{id}},"result":null,\t"result":{}}' }),
        tool('returns', { raw: 'a\rb\r\nc' }),
        tool('lines', { raw: 'not json {{id}}\nsecond line' }),
      ],
    ],
  };
}

function tool(name: string, answer: ServedAnswer, definition: Partial<ServedTool['definition']> = {}): ServedTool {
  return {
    definition: { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, ...definition },
    answer,
  };
}
