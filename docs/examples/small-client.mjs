// A whole MCP client in one file, on stdio: it lists the tools of a server, gives them to a model, and shows the model
// what comes back. `node small-client.mjs settings.json`
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const VERSION = '1.0.0';
if (process.argv[2] === '--version') {
  console.log(VERSION);
  process.exit();
}

const { prompt, server, model, textOnly } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const child = spawn(server.command, server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
});

await request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'small-client', version: VERSION },
});
send({ method: 'notifications/initialized' });
const tools = await listTools();
const messages = [{ role: 'user', content: prompt }];
for (;;) {
  const message = await ask();
  messages.push(message);
  if (!message.tool_calls?.length) break;
  for (const { id, function: called } of message.tool_calls) {
    const { result, error } = await request('tools/call', {
      name: called.name,
      arguments: JSON.parse(called.arguments),
    });
    messages.push({ role: 'tool', tool_call_id: id, content: error ? `error: ${error.message}` : shown(result) });
  }
}
console.log(messages.at(-1).content);
child.stdin.end();

/** What the model is given of a result. */
function shown({ content = [], structuredContent }) {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (structuredContent !== undefined && !textOnly) texts.push(JSON.stringify(structuredContent));
  return texts.join('\n');
}

async function listTools() {
  const all = [];
  let cursor;
  do {
    const { result } = await request('tools/list', { cursor });
    all.push(...result.tools);
    cursor = result.nextCursor;
  } while (cursor);
  return all;
}

/** What the model says next. */
async function ask() {
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${model.apiKey}` },
    body: JSON.stringify({
      model: model.name,
      messages,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
  });
  const { choices } = await response.json();
  return choices[0].message;
}

function request(method, params) {
  const id = waiting.size + 1;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  send({ id, method, params });
  return answered;
}

function send(message) {
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
