// A small MCP server of the handshake era on stdio, written without a library. Arguments:
//   --touch FILE     makes FILE when it starts
//   --wait-for FILE  answers nothing before FILE exists
//   --calls FILE     appends the name of every tool that is called
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const awaited = option('--wait-for');
const isReady = () => awaited === undefined || existsSync(awaited);
const calls = option('--calls');
const marker = option('--touch');
if (marker !== undefined) writeFileSync(marker, String(process.pid));

let clientInfo;
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const tools = {
  whoami: () => text(JSON.stringify(clientInfo)),
  lookup: ({ query }) => text(`The entry for ${query} says: forty-two, and a little more.`),
  fail: () => ({ ...text('The shelf is empty today, come back later.'), isError: true }),
  broken: () => ({ structuredContent: {} }),
  hang: () => undefined,
};

const answers = {
  initialize(params) {
    clientInfo = params.clientInfo;
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'docs', version: '1.0.0' },
    };
  },
  ping: () => ({}),
  'tools/list': () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    })),
  }),
  'tools/call'({ name, arguments: args = {} }) {
    if (calls !== undefined) appendFileSync(calls, `${name}\n`);
    return tools[name](args);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 5));
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params);
  if (method in answers && result === undefined) continue;
  const answer = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
