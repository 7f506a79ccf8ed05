// A small MCP client with a model behind it, written by hand, on stdio in the handshake era. The files beside this one
// give it one fault each. It is started like any client: by a driver, with a configuration file as its argument.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/**
 * Runs the client to its end.
 * `show(result)` makes the content of a tool message out of the result; `offer` says which tools the model sees;
 * `act({ name })` runs when the model has asked for a tool, and what it returns, if anything, is shown instead.
 */
export async function run({ show = honest, offer = (tools) => tools, act = async () => undefined } = {}) {
  const { server, model } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const connection = await connect(server);
  const tools = offer(await listTools(connection));
  const messages = [{ role: 'user', content: 'Use your tools.' }];
  for (let turn = 0; turn < 100; turn += 1) {
    const answer = await ask(model, messages, tools);
    messages.push(answer);
    if (!answer.tool_calls) break;
    for (const { id, function: called } of answer.tool_calls) {
      const instead = await act({ name: called.name });
      const content = instead ?? show(await callTool(connection, called));
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
  connection.child.stdin.end();
  await once(connection.child, 'exit');
}

/** Shows each field once, as text. */
export function honest(result) {
  const parts = [contentText(result)];
  if (result.structuredContent != null) parts.push(JSON.stringify(result.structuredContent));
  if (result._meta) parts.push(JSON.stringify(result._meta));
  return parts.filter((part) => part !== '').join('\n');
}

export function contentText({ content = [] }) {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

async function connect({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (method, params) => {
    last += 1;
    const answered = new Promise((resolve) => waiting.set(last, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    return answered;
  };
  const clientInfo = { name: 'mutant', version: '1' };
  await send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return { child, send };
}

async function listTools({ send }) {
  const tools = [];
  let cursor;
  do {
    const { result } = await send('tools/list', cursor === undefined ? {} : { cursor });
    tools.push(...result.tools);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

async function callTool({ send }, { name, arguments: given }) {
  const { result, error } = await send('tools/call', { name, arguments: JSON.parse(given) });
  return result ?? { content: [{ type: 'text', text: `error: ${error.message}` }], isError: true };
}

async function ask({ baseUrl, apiKey, name }, messages, tools) {
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const { choices } = await post(new URL(`${baseUrl}/chat/completions`), apiKey, {
    model: name,
    messages,
    ...(functions.length > 0 && { tools: functions }),
  });
  return choices[0].message;
}

// The built-in fetch would more than double the CPU time of a client as small as this.
async function post(url, apiKey, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const outgoing = request(url, { method: 'POST', headers, agent: false });
  outgoing.end(JSON.stringify(body));
  const [response] = await once(outgoing, 'response');
  return JSON.parse(await text(response));
}
