import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Behaviour } from '../../scenarios/behaviour.ts';
import type { JsonObject, ServerMode, ServingPlan } from '../../scenarios/types.ts';
import { memoryLedger } from '../behaviour/ledger.ts';
import { startHttpFixture } from '../http.ts';
import { serveStdio } from '../stdio.ts';
import { open, send, statelessHeaders } from './http-request.ts';
import { INITIALIZED, initialize, request, stateless } from './messages.ts';
import { testPlan } from './plan.ts';
import { memoryTap } from './wire.ts';

/** The test plan with a behaviour. */
export function planWith(behaviour: Behaviour, more: Partial<ServingPlan> = {}): ServingPlan {
  return { ...testPlan(), behaviour, ...more };
}

/** A conversation over stdio within this process. */
export function talkOverStdio(plan: ServingPlan, server: ServerMode = 'both') {
  const [input, output, tap] = [new PassThrough(), new PassThrough(), memoryTap()];
  const served = serveStdio({ plan, server, tap, input, output });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const say = (...messages: (JsonObject | string)[]): void => {
    for (const message of messages) input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  };
  return {
    tap,
    output,
    say,
    /** The next line as it is; `undefined` when the output has ended. */
    async line(): Promise<string | undefined> {
      return ((await lines.next()) as { value: string | undefined }).value;
    },
    async next(): Promise<JsonObject> {
      return JSON.parse((await this.line()) ?? 'null') as JsonObject;
    },
    async open(): Promise<void> {
      say(initialize(0), INITIALIZED);
      await this.next();
    },
    async end(): Promise<void> {
      input.end();
      await served;
    },
  };
}

/** A run of its own on an HTTP fixture of its own. */
export async function talkOverHttp(
  plan: ServingPlan,
  { server = 'both', transport = 'http' }: { server?: ServerMode; transport?: 'http' | 'sse' } = {},
) {
  const fixture = await startHttpFixture();
  const [tap, ledger] = [memoryTap(), memoryLedger()];
  const faults: unknown[] = [];
  const run = fixture.add({
    key: 'a run',
    plan,
    server,
    transport,
    tap,
    ledger,
    onFault: (error) => faults.push(error),
  });
  let session: Record<string, string> = {};
  const post = (body: JsonObject, headers: Record<string, string> = session) => send(run.url, { body, headers });
  return {
    ...run,
    tap,
    ledger,
    faults,
    port: fixture.port,
    close: () => fixture.close(),
    post,
    /** Opens a session, which is that of all that follows. */
    async open(): Promise<Record<string, string>> {
      const { headers } = await post(initialize(0), {});
      session = { 'mcp-session-id': String(headers['mcp-session-id']) };
      await post(INITIALIZED);
      return session;
    },
    call: (id: number, name = 'plain') => post(request(id, 'tools/call', { name })),
    callStateless: (id: number, name = 'plain', meta: JsonObject = {}) =>
      post(withMeta(stateless(id, 'tools/call', { name }), meta), statelessHeaders('tools/call', name)),
    get: (headers: Record<string, string> = {}) =>
      open(run.url, { method: 'GET', headers: { ...session, ...headers } }),
  };
}

/** A stateless request with more in its metadata. */
export function withMeta(message: JsonObject, meta: JsonObject): JsonObject {
  const params = message['params'] as JsonObject;
  return { ...message, params: { ...params, _meta: { ...(params['_meta'] as JsonObject), ...meta } } };
}

/** The data of the events of a stream, each as it comes. */
export async function* eventsOf(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<{ event?: string; id?: string; data: string }> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk.toString();
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const of = (name: string): string[] =>
        fields.filter((field) => field.startsWith(`${name}: `)).map((field) => field.slice(name.length + 2));
      if (fields.every((field) => field.startsWith(':'))) continue;
      const [event, id] = [of('event')[0], of('id')[0]];
      yield { ...(event !== undefined && { event }), ...(id !== undefined && { id }), data: of('data').join('\n') };
    }
  }
}
