// A small MCP server of the handshake era on stdio whose tools change, written without a library. Arguments:
//   --frames FILE  appends every message that it receives, one a line, after a line {"pid":…} when it starts
//   --tools FILE   a JSON list of the names of its tools, read anew at every tools/list
// Its tools, whatever their names are, do what their arguments say:
//   {"tools": […]}           writes FILE, and tells of the change before it answers
//   {"mark": FILE, "wait": FILE}  makes the first file, and answers once the other one is there
//   {"hang": true}           reports progress where it is asked to, and never answers
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const [frames, list] = [option('--frames'), option('--tools')];
const record = (value) => appendFileSync(frames, `${JSON.stringify(value)}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
record({ pid: process.pid });

async function call({ arguments: args = {}, _meta = {} }) {
  if (args.hang) {
    const { progressToken } = _meta;
    const params = { progressToken, progress: 3, total: 10, message: 'a third is done' };
    if (progressToken !== undefined) send({ method: 'notifications/progress', params });
    return undefined;
  }
  if (args.tools) {
    writeFileSync(list, JSON.stringify(args.tools));
    for (let times = 0; times < 20; times += 1) send({ method: 'notifications/tools/list_changed' });
  }
  if (args.mark) writeFileSync(args.mark, '');
  while (args.wait && !existsSync(args.wait)) await new Promise((resolve) => setTimeout(resolve, 5));
  return { content: [{ type: 'text', text: 'It is done, and the shelf is in order again.' }] };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'changing', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: JSON.parse(readFileSync(list, 'utf8')).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }),
  'tools/call': call,
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  record(message);
  const { id, method, params = {} } = message;
  if (id === undefined) continue;
  const result = await answers[method]?.(params);
  if (method in answers && result === undefined) continue;
  send(result === undefined ? { id, error: { code: -32601, message: 'no such method' } } : { id, result });
}
