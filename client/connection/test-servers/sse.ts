import type { ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import { type Answers, handshakeServer } from './answers.ts';
import { answering, type Handler, type HttpServer, serve } from './http.ts';

/** What a server of the transport of revision 2024-11-05 does; without a member what is proper. */
export interface EventServerPlan {
  answers?: Answers;
  /** Status of the answer to a POST at the address of the stream. */
  rejects?: { status: number; body: string };
  /** Takes the place of the event `endpoint`. */
  opening?: (stream: ServerResponse) => void;
  /** Takes the place of the answer to a message. */
  onMessage?: Handler;
  tls?: ServerOptions;
}

export interface EventServer extends HttpServer {
  /** The streams that are open, or were. */
  streams: ServerResponse[];
}

/** Starts a server that speaks only the transport of revision 2024-11-05, gone when the test is over. */
export async function eventServer({
  answers = handshakeServer,
  rejects,
  opening,
  onMessage,
  tls,
}: EventServerPlan): Promise<EventServer> {
  const streams: ServerResponse[] = [];
  const answer = answering(answers);
  const handler: Handler = async (received, response) => {
    if (received.method === 'GET') {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      if (opening) opening(response);
      else response.write('event: endpoint\ndata: /messages?session=1\n\n');
      return;
    }
    if (received.path === '/mcp') {
      response.writeHead(rejects?.status ?? 405).end(rejects?.body);
      return;
    }
    if (onMessage) return onMessage(received, response);
    const body = await bodyOf(answer, received);
    response.writeHead(202).end('Accepted');
    for (const line of body.trimEnd().split('\n'))
      if (line !== '') streams.at(-1)?.write(`event: message\ndata: ${line}\n\n`);
  };
  return { ...(await serve(handler, tls)), streams };
}

/** What the handler would have sent as the body. */
async function bodyOf(handler: Handler, received: Parameters<Handler>[0]): Promise<string> {
  let body = '';
  const response = {
    writeHead: () => response,
    end: (text = '') => {
      body = text;
      return response;
    },
  };
  await handler(received, response as unknown as ServerResponse);
  return body;
}
