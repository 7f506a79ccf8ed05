// A small agent on LangChain and its MCP adapters, as their documentation shows one. Reads what it is to do from the JSON
// file that it is given.
import { readFile } from 'node:fs/promises';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';

const { prompt, model, mcpServers } = JSON.parse(await readFile(process.argv[2], 'utf8'));

const providers = {
  async openai() {
    const { ChatOpenAI } = await import('@langchain/openai');
    return new ChatOpenAI({
      model: model.name,
      apiKey: model.apiKey,
      configuration: { baseURL: model.baseURL },
    });
  },
  async anthropic() {
    const { ChatAnthropic } = await import('@langchain/anthropic');
    return new ChatAnthropic({ model: model.name, apiKey: model.apiKey, anthropicApiUrl: model.baseURL });
  },
};

const client = new MultiServerMCPClient({ mcpServers });
try {
  const agent = createAgent({ model: await providers[model.provider](), tools: await client.getTools() });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, { recursionLimit: 400 });
  console.log(messages.at(-1)?.content);
} finally {
  await client.close();
}
