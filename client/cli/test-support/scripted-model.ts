import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ModelRequest {
  model: string;
  messages: { role: string; name?: string; content?: string; tool_call_id?: string; tool_calls?: unknown }[];
  tools?: { type: string; function: { name: string; description: string } }[];
}

/** What the model does with a request: answers with a message, or with an HTTP status and a body, or not at all. */
export type Turn = { message: object } | { status: number; body: string } | 'silence';

export interface ScriptedModel {
  baseUrl: string;
  requests: ModelRequest[];
  headers: NodeJS.Dict<string | string[]>[];
  /** Resolves when the request with this number, from 0, has arrived. */
  arrived: (index: number) => Promise<void>;
  close(): void;
}

/** A turn that asks for one tool. */
export function callTurn(name: string, args: unknown, id = 'call_1'): Turn {
  const call = {
    id,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  };
  return { message: { role: 'assistant', content: null, tool_calls: [call] } };
}

/** A turn that ends the talk. */
export function textTurn(content: string): Turn {
  return { message: { role: 'assistant', content } };
}

/** A Chat Completions server on loopback that takes one turn of the script a request; the last turn repeats. */
export async function startModel(...script: Turn[]): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const headers: ScriptedModel['headers'] = [];
  const waiting = new Map<number, () => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const index = requests.push(JSON.parse(body) as ModelRequest) - 1;
      headers.push(request.headers);
      waiting.get(index)?.();
      const turn = script[Math.min(index, script.length - 1)] ?? 'silence';
      if (turn === 'silence') return;
      if ('status' in turn) response.writeHead(turn.status).end(turn.body);
      else response.end(JSON.stringify({ choices: [{ index: 0, message: turn.message, finish_reason: 'stop' }] }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    headers,
    arrived: (index) =>
      new Promise((resolve) => {
        if (requests.length > index) resolve();
        else waiting.set(index, resolve);
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
