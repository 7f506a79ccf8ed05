// A small agent on the Strands Agents SDK, as its documentation shows one. Reads what it is to do from the JSON file that it
// is given.
import { readFile } from 'node:fs/promises';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Agent, McpClient } from '@strands-agents/sdk';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';

const { prompt, model, server } = JSON.parse(await readFile(process.argv[2], 'utf8'));

const transport = server.url
  ? new StreamableHTTPClientTransport(new URL(server.url))
  : new StdioClientTransport(server);
const client = new McpClient({ transport });
try {
  const agent = new Agent({
    model: new OpenAIModel({
      api: model.api,
      modelId: model.name,
      apiKey: model.apiKey,
      clientConfig: { baseURL: model.baseURL },
    }),
    systemPrompt: 'You are a helpful assistant using MCP tools.',
    tools: [client],
  });
  await agent.invoke(prompt);
} finally {
  await client.disconnect();
}
