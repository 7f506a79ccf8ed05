import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eraOf } from './dispatch.ts';
import type { Headers, HttpReply } from './eras/era.ts';
import { erasOverHttp } from './eras/over-http.ts';
import { FixtureError } from './error.ts';
import { readFrame } from './frame.ts';
import { recordedHeaders } from './headers.ts';
import { readBody } from './http/body.ts';
import { refuseRequest } from './http/guard.ts';
import { writeReply } from './http/reply.ts';
import { type Arrived, findRun, type HttpRun, openRun, type RunToServe } from './http/run.ts';
import { serveSse } from './sse/serve.ts';
import type { TapEntry } from './tap.ts';

/** One HTTP server for all runs of an invocation, with a path for each. */
export interface HttpFixture {
  port: number;
  /** Serves a run until it is removed. Throws FixtureError `path-taken`. */
  add(run: RunToServe): { url: string; remove: () => void };
  close(): Promise<void>;
}

/** Starts the fixture on 127.0.0.1; `port` 0 or none: a free one. Rejects when the port cannot be had. */
export async function startHttpFixture(options: { port?: number } = {}): Promise<HttpFixture> {
  const runs = new Map<string, HttpRun>();
  const server = createServer((request, response) => {
    receive(request, response, runs).catch(() => {
      // The client broke off in the middle of its request.
      response.destroy();
    });
  });
  // Otherwise a connection may be closed at the moment in which a client on a loaded machine uses it again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    port,
    add(given) {
      const run = openRun(given);
      if (given.plan.behaviour !== undefined)
        run.scripted = import('./behaviour/http/receive.ts').then(({ scriptHttp }) => scriptHttp(run, port));
      if (runs.has(run.path))
        throw new FixtureError('path-taken', `Expected a path of its own for the run, got ${run.path}`);
      runs.set(run.path, run);
      const remove = (): void => {
        if (runs.get(run.path) === run) runs.delete(run.path);
        run.sessions.end();
        void run.scripted?.then((scripted) => scripted.end());
      };
      return { url: `http://127.0.0.1:${port}${run.path}`, remove };
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves one request. What follows the body happens in one turn, so that lines of the tap stand as things happened. */
async function receive(request: IncomingMessage, response: ServerResponse, runs: Map<string, HttpRun>): Promise<void> {
  const { bytes, whole } = await readBody(request);
  const { method = '', url = '' } = request;
  const found = findRun(runs.values(), url);
  if (found === undefined) {
    response.sendDate = false;
    response.writeHead(404).end();
    return;
  }
  const { run, path, atEndpoint } = found;
  const scripted = await run.scripted;
  run.exchanges += 1;
  const exchange = run.exchanges;
  const tap = (entry: Omit<TapEntry, 'exchange'>): void => run.tap.line({ exchange, ...entry });
  const headers = request.headers as Headers;
  try {
    tap({
      dir: 'c2s',
      http: { method, path, headers: recordedHeaders(request.rawHeaders) },
      bytes,
    });
    const arrived: Arrived = { method, url, path, headers, bytes, whole, atEndpoint, exchange, response, tap };
    if (scripted !== undefined) await scripted.receive(arrived);
    else if (run.sse) serveSse(arrived, run);
    else {
      const reply = refuseRequest(arrived) ?? serve(method, headers, bytes, run);
      writeReply(response, reply, run.plan.httpAnswer, tap);
    }
  } catch (error) {
    run.onFault?.(error);
    fail(response);
  }
}

function serve(method: string, headers: Headers, bytes: Buffer, { plan, server, sessions }: HttpRun): HttpReply {
  if (method === 'POST') {
    const frame = readFrame(bytes);
    return erasOverHttp[eraOf(frame, server, headers)].post(frame, headers, plan, sessions);
  }
  const era = erasOverHttp[eraOf(undefined, server, headers)];
  return method === 'GET' ? era.get(headers, plan, sessions) : era.delete(headers, plan, sessions);
}

/** What could not be written down is not to be answered as if it had been. */
function fail(response: ServerResponse): void {
  response.sendDate = false;
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
