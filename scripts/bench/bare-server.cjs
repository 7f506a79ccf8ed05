// The least that a stdio MCP server can be: one tool, no imports. What a client needs beyond the start of these is its own.
const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }];
const serverInfo = { name: 'bare', version: '1' };
const answers = {
  initialize: { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } },
  'tools/list': { result: { tools } },
};
const unknown = { error: { code: -32601, message: 'Method not found' } };

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id !== undefined)
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(answers[method] ?? unknown) })}\n`);
  }
});
