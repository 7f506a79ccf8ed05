// A small agent on the OpenAI Agents SDK, as its documentation shows one. Reads what it is to do from the JSON file that
// it is given; key, base URL and tracing are settings of the environment.
import { readFile } from 'node:fs/promises';
import { Agent, MCPServerStdio, MCPServerStreamableHttp, run, setOpenAIAPI } from '@openai/agents';

const { prompt, model, server } = JSON.parse(await readFile(process.argv[2], 'utf8'));
setOpenAIAPI(model.api);

const mcpServer = server.url ? new MCPServerStreamableHttp(server) : new MCPServerStdio(server);
await mcpServer.connect();
try {
  const agent = new Agent({
    name: 'Assistant',
    instructions: 'You are a helpful assistant.',
    model: model.name,
    mcpServers: [mcpServer],
  });
  const { finalOutput } = await run(agent, prompt, { maxTurns: 200 });
  console.log(finalOutput);
} finally {
  await mcpServer.close();
}
