// A small agent on the AI SDK, as its documentation shows one. Reads what it is to do from the JSON file that it is given.
import { readFile } from 'node:fs/promises';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { generateText, stepCountIs } from 'ai';

const { prompt, model, server } = JSON.parse(await readFile(process.argv[2], 'utf8'));
const { baseURL, apiKey, name } = model;

const providers = {
  async 'openai-compatible'() {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'local', baseURL, apiKey });
  },
  async openai() {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL, apiKey });
  },
  async anthropic() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey });
  },
  async google() {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL, apiKey });
  },
};

const provider = await providers[model.provider]();
const transport = server.url ? { type: 'http', url: server.url } : new StdioMCPTransport(server);
const client = await createMCPClient({ transport });
try {
  const { text } = await generateText({
    model: provider(name),
    tools: await client.tools(),
    stopWhen: stepCountIs(200),
    prompt,
  });
  console.log(text);
} finally {
  await client.close();
}
