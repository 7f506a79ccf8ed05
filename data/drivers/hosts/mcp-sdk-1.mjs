// A bare host on the MCP TypeScript SDK 1.x: no agent framework, only a loop. The model is given what the client examples
// of the SDK print of a result: the text of its text blocks. Reads what it is to do from the JSON file that it is given.
import { readFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { prompt, model, server } = JSON.parse(await readFile(process.argv[2], 'utf8'));

const client = new Client({ name: 'bare-host', version: '1.0.0' });
await client.connect(
  server.url ? new StreamableHTTPClientTransport(new URL(server.url)) : new StdioClientTransport(server),
);
try {
  const tools = await listAll();
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const message = await ask(messages, tools);
    messages.push(message);
    if (!message.tool_calls?.length) break;
    for (const call of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await carryOut(call.function) });
  }
  console.log(messages.at(-1).content);
} finally {
  await client.close();
}

async function listAll() {
  const all = [];
  let cursor;
  do {
    const { tools, nextCursor } = await client.listTools({ cursor });
    all.push(...tools);
    cursor = nextCursor;
  } while (cursor);
  return all;
}

/** What the model says next, by the Chat Completions API. */
async function ask(messages, tools) {
  const response = await fetch(`${model.baseURL}/chat/completions`, {
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
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
  const { choices } = await response.json();
  return choices[0].message;
}

/** The text of a result, or what went wrong. */
async function carryOut({ name, arguments: given }) {
  try {
    const { content } = await client.callTool({ name, arguments: JSON.parse(given) });
    return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  } catch (error) {
    return String(error);
  }
}
