import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { ConnectionError } from '../errors.ts';
import { JSON_TYPE, refusal } from '../http/accept.ts';
import { readBody } from '../http/body.ts';
import type { HttpClient } from '../http/client.ts';
import { sendInTime } from '../http/deadline.ts';
import type { Ledger } from '../ledger.ts';
import { createLock } from '../lock.ts';

interface Context {
  server: string;
  client: HttpClient;
  ledger: Ledger;
  /** How long a message that asks for no answer may take, in milliseconds. */
  patience: number;
  /** Ends all that is under way. */
  signal: AbortSignal;
}

/** Posts one message. Throws ConnectionError (`unreachable`, `http_status`, `unauthorized`, …), or the signal's reason. */
export interface Post {
  (endpoint: URL, message: JSONRPCMessage): Promise<void>;
  /** The revision that all later messages are sent in. */
  setRevision(revision: string): void;
}

/** Posts the messages of one connection. What answers them comes by the stream of events. */
export function createPost({ server, client, ledger, patience, signal }: Context): Post {
  // A server that asks and asks would otherwise have this client open as many connections to it.
  const oneAnswer = createLock();
  let revision: Record<string, string> = {};

  async function post(url: URL, message: JSONRPCMessage): Promise<void> {
    const isRequest = 'method' in message && 'id' in message;
    ledger.sent(message);
    try {
      const request = {
        method: 'POST',
        url,
        headers: { ...client.headers, ...revision, 'content-type': JSON_TYPE, accept: JSON_TYPE },
        body: JSON.stringify(message),
        signals: [signal],
      };
      const send = () => (isRequest ? client.send(request) : sendInTime(client, request, patience));
      // The time of an answer begins when it is its turn: one that a server does not take costs no other.
      const answer = await ('method' in message ? send() : oneAnswer(send));
      const status = answer.statusCode ?? 0;
      const body = ledger.hide(await readBody(server, answer));
      if (status >= 200 && status <= 299) return;
      if ('method' in message) throw refusal(answer, body, server, message.method);
      // What is said of an answer is of no use, and not looked into: a hostile server asks and refuses without end.
      const what = `MCP server "${server}" refused an answer with HTTP status ${status}`;
      throw new ConnectionError('http_status', what, { httpStatus: status });
    } finally {
      if (!('method' in message) && 'id' in message) ledger.answered(message.id);
    }
  }

  return Object.assign(post, {
    setRevision(negotiated: string) {
      revision = { 'mcp-protocol-version': negotiated };
    },
  });
}
