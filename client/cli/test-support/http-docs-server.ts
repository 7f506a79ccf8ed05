import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpDocsServer {
  url: string;
  /** The headers of every POST, with the JSON-RPC method that it carried. */
  posts: { method: string; headers: IncomingHttpHeaders }[];
  close(): void;
}

const results: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'docs', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'lookup', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'Found it on the third shelf.' }] },
};

/** A small MCP server of the handshake era over Streamable HTTP on loopback. */
export async function startHttpDocs(): Promise<HttpDocsServer> {
  const posts: HttpDocsServer['posts'] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      posts.push({ method, headers: request.headers });
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    posts,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
