import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HarnessError } from '../error.ts';
import { receive } from './receive.ts';
import { type ModelRun, startTalk, type Talk } from './talk.ts';

/** One HTTP server on 127.0.0.1 that plays the model of any number of runs at once, each below a path of its own. */
export interface MockedModel {
  port: number;
  /** Throws HarnessError `usage` while a run of the same key is there. */
  add(run: ModelRun): AddedRun;
  /** Ends every connection. */
  close(): Promise<void>;
}

interface AddedRun {
  /** What a client is configured with, for example `http://127.0.0.1:<port>/<hash of the key>/v1`. */
  baseUrl: string;
  /** The run's own prefix, `/<hash of the key>`; recorded paths go without it. */
  path: string;
  requests(): number;
  finished(): boolean;
  begin: Talk['begin'];
  /** Later requests to the run's path are answered with 404 and recorded nowhere. */
  remove(): void;
}

/** Starts the server on a free port. */
export async function startMockedModel(): Promise<MockedModel> {
  const talks = new Map<string, Served>();
  const server = createServer((request, response) => void serve(talks, request, response));
  // A client may think for longer than Node keeps an idle connection, and would then meet a reset one.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    add(run) {
      const path = `/${createHash('sha256').update(run.key).digest('hex').slice(0, 16)}`;
      if (talks.has(path)) throw new HarnessError('usage', `Expected a new key of a run, got ${run.key} again.`);
      const talk = startTalk(run);
      const served = { talk, onFault: run.onFault };
      talks.set(path, served);
      return {
        baseUrl: `http://127.0.0.1:${port}${path}${run.dialect.base}`,
        path,
        requests: () => talk.requests(),
        finished: () => talk.finished(),
        begin: (script) => talk.begin(script),
        remove: () => void (talks.get(path) === served && talks.delete(path)),
      };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Served {
  talk: Talk;
  onFault: ModelRun['onFault'] | undefined;
}

async function serve(talks: Map<string, Served>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.sendDate = false;
  const { prefix, path } = splitPath(request.url ?? '/');
  const received = await receive(request, path).catch(() => undefined);
  // The client went away in the middle of its request: the model was asked nothing.
  if (received === undefined) return void response.destroy();
  const served = talks.get(prefix);
  if (served === undefined) return void response.writeHead(404).end();
  try {
    const { status, contentType, body, thinks } = served.talk.hear(received);
    if (thinks !== undefined) await delay(thinks);
    response.writeHead(status, { 'content-type': contentType }).end(body);
  } catch (error) {
    // What could not be recorded must not be answered.
    served.onFault?.(error);
    response.writeHead(500).end();
  }
}

/** `/<hash>/v1/models?x` is `/<hash>` and `/v1/models`. */
function splitPath(url: string): { prefix: string; path: string } {
  const [pathname = ''] = url.split('?');
  const end = pathname.indexOf('/', 1);
  if (end < 0) return { prefix: pathname, path: '/' };
  return { prefix: pathname.slice(0, end), path: pathname.slice(end) };
}
