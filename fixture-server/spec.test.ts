import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../scenarios/types.ts';
import { MALFORMED, malformedFrame } from './behaviour/malformed.ts';
import { HANDSHAKE_REVISIONS } from './eras/handshake/revisions.ts';
import { startHttpFixture } from './http.ts';
import { serveStdio } from './stdio.ts';
import { noTap } from './tap.ts';
import { send, statelessHeaders } from './test-support/http-request.ts';
import { ENVELOPE, INITIALIZED, initialize, request, stateless } from './test-support/messages.ts';
import { testPlan } from './test-support/plan.ts';
import { planWith, talkOverStdio, withMeta } from './test-support/talk.ts';

const specifications = process.env['MCP_SPEC_DIR'] ?? resolve(import.meta.dirname, '..', '..', 'shared', 'spec');
const present = existsSync(specifications);
if (!present) {
  console.warn(
    `NOT RUN: the fixture's frames were not held against the specification's schemas, for want of ${specifications}. MCP_SPEC_DIR names another place.`,
  );
}

/** Checks a value against a definition of a revision's schema; answers with what is wrong, or nothing. */
function checker(revision: string): (definition: string, value: unknown) => unknown[] {
  const schema = JSON.parse(readFileSync(join(specifications, revision, 'schema.json'), 'utf8')) as JsonObject;
  const draft2020 = '$defs' in schema;
  const ajv = draft2020 ? new Ajv2020({ strict: false, allErrors: true }) : new Ajv({ strict: false, allErrors: true });
  // The package's default export is one thing to TypeScript and another to Node.
  (addFormats as unknown as { default: (ajv: unknown) => void }).default(ajv);
  ajv.addSchema(schema, revision);
  return (definition, value) => {
    const validate = ajv.getSchema(`${revision}#/${draft2020 ? '$defs' : 'definitions'}/${definition}`);
    if (validate === undefined) throw new Error(`Expected ${revision} to define ${definition}`);
    return validate(value) === true ? [] : (validate.errors ?? []);
  };
}

/** The answers of the server to these messages, parsed. */
async function answersTo(...messages: JsonObject[]): Promise<JsonObject[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await serveStdio({ plan: testPlan(), server: 'both', tap: noTap, input, output });
  return (output.read() as Buffer)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
}

/** Results that are faulty in 2026-07-28 alone. */
const FINE_IN_2025_11_25 = ['resultType unknown', 'resultType number', 'resultType null', 'resultType task'];

describe.runIf(present)('well-formed frames hold against the specification', () => {
  it.each(HANDSHAKE_REVISIONS)('of %s', async (revision) => {
    const problems = checker(revision);
    const [initialized, first, second, called, ponged, refused] = await answersTo(
      initialize(0, revision),
      INITIALIZED,
      request(1, 'tools/list'),
      request('two', 'tools/list', { cursor: 'page-2' }),
      request(3, 'tools/call', { name: 'everything' }),
      request(4, 'ping'),
      request(5, 'tools/call', { name: 'absent' }),
    );
    const [response, error] =
      revision < '2025-11-25' ? ['JSONRPCResponse', 'JSONRPCError'] : ['JSONRPCResultResponse', 'JSONRPCErrorResponse'];
    for (const frame of [initialized, first, second, called, ponged]) expect(problems(response, frame)).toEqual([]);
    expect(problems(error, refused)).toEqual([]);
    expect(problems('InitializeResult', initialized?.['result'])).toEqual([]);
    expect(problems('ListToolsResult', first?.['result'])).toEqual([]);
    expect(problems('ListToolsResult', second?.['result'])).toEqual([]);
    expect(problems('CallToolResult', called?.['result'])).toEqual([]);
    expect(problems('EmptyResult', ponged?.['result'])).toEqual([]);
    // The check itself can fail.
    expect(problems('ListToolsResult', called?.['result'])).not.toEqual([]);
    expect(problems(error, called)).not.toEqual([]);
  });

  it('of 2026-07-28', async () => {
    const problems = checker('2026-07-28');
    const [discovered, listed, called, asked, refused, unknown, unsupported, incomplete] = await answersTo(
      stateless('d', 'server/discover'),
      stateless(1, 'tools/list'),
      stateless(2, 'tools/call', { name: 'everything' }),
      stateless(3, 'tools/call', { name: 'asks' }),
      stateless(4, 'tools/call', { name: 'absent' }),
      stateless(5, 'ping'),
      request(6, 'tools/list', { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }),
      request(7, 'server/discover'),
    );
    expect(problems('DiscoverResultResponse', discovered)).toEqual([]);
    expect(problems('ListToolsResultResponse', listed)).toEqual([]);
    expect(problems('CallToolResultResponse', called)).toEqual([]);
    expect(problems('CallToolResult', called?.['result'])).toEqual([]);
    expect(problems('InputRequiredResult', asked?.['result'])).toEqual([]);
    expect(problems('InvalidParamsError', refused?.['error'])).toEqual([]);
    expect(problems('MethodNotFoundError', unknown?.['error'])).toEqual([]);
    expect(problems('UnsupportedProtocolVersionError', unsupported)).toEqual([]);
    expect(problems('InvalidParamsError', incomplete?.['error'])).toEqual([]);
    for (const frame of [refused, unknown, unsupported, incomplete])
      expect(problems('JSONRPCErrorResponse', frame)).toEqual([]);
    expect(problems('DiscoverResultResponse', listed)).not.toEqual([]);
    expect(problems('UnsupportedProtocolVersionError', incomplete)).not.toEqual([]);
  });

  const eventful = planWith(
    {
      rules: [
        {
          on: { method: 'tools/call' },
          do: [
            { log: { level: 'info', logger: 'db', bytes: 3 } },
            { log: { level: 'emergency' } },
            { progress: { progress: 1, total: 2 } },
            { listChanged: 1 },
            { answer: { generate: 10 } },
            { end: 'streams' },
          ],
        },
      ],
    },
    { capabilities: { tools: { listChanged: true }, logging: {} } },
  );

  /** Holds what comes of a call against the schemas. */
  async function expectWellFormed(talk: ReturnType<typeof talkOverStdio>, revision: string): Promise<void> {
    const problems = checker(revision);
    const definitions = ['LoggingMessageNotification', 'LoggingMessageNotification', 'ProgressNotification'];
    for (const definition of [...definitions, 'ToolListChangedNotification']) {
      const frame = await talk.next();
      expect(problems(definition, frame)).toEqual([]);
      expect(problems('CancelledNotification', frame)).not.toEqual([]);
    }
    expect(problems('CallToolResult', (await talk.next())['result'])).toEqual([]);
  }

  it.each(HANDSHAKE_REVISIONS)('of what a behaviour sends in %s', async (revision) => {
    const problems = checker(revision);
    const talk = talkOverStdio(eventful);
    talk.say(initialize(0, revision), INITIALIZED);
    expect(problems('InitializeResult', (await talk.next())['result'])).toEqual([]);
    talk.say(request(1, 'tools/call', { name: 'plain', _meta: { progressToken: 'p' } }));
    await expectWellFormed(talk, revision);
    talk.say(request(2, 'logging/setLevel', { level: 'debug' }));
    expect(problems('EmptyResult', (await talk.next())['result'])).toEqual([]);
  });

  it('of what a behaviour sends in 2026-07-28', async () => {
    const problems = checker('2026-07-28');
    const talk = talkOverStdio(eventful);
    talk.say(stateless('l', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    expect(problems('SubscriptionsAcknowledgedNotification', await talk.next())).toEqual([]);
    const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
    talk.say(withMeta(stateless(1, 'tools/call', { name: 'plain' }), meta));
    await expectWellFormed(talk, '2026-07-28');
    expect(problems('SubscriptionsListenResultResponse', await talk.next())).toEqual([]);
  });

  it('of the malformed results only those that a revision has no word for', () => {
    const problems = checker('2025-11-25');
    const executed = { era: 'handshake' as const, serverInfo: testPlan().serverInfo, reply: undefined };
    const fine = Object.entries(MALFORMED).flatMap(([name, fault]) => {
      if (!('result' in fault)) return [];
      const { result } = JSON.parse(malformedFrame(name, 1, executed).toString()) as { result: unknown };
      return problems('CallToolResult', result).length === 0 ? [name] : [];
    });
    expect(fine).toEqual(FINE_IN_2025_11_25);
  });

  it('of what HTTP adds to them', async () => {
    const fixture = await startHttpFixture();
    const { url } = fixture.add({ key: 'spec', plan: testPlan(), server: 'both', tap: noTap });
    const frameOf = async (options: Parameters<typeof send>[1]): Promise<unknown> =>
      JSON.parse((await send(url, options)).text);
    const mismatch = await frameOf({ body: stateless(1, 'tools/list'), headers: statelessHeaders('tools/call') });
    expect(checker('2026-07-28')('HeaderMismatchError', mismatch)).toEqual([]);
    for (const frame of [
      await frameOf({ body: request(1, 'tools/list') }),
      await frameOf({ body: '{', headers: { 'mcp-session-id': 'x' } }),
      await frameOf({ body: '', headers: { host: 'evil.example' } }),
    ]) {
      expect(checker('2025-11-25')('JSONRPCErrorResponse', frame)).toEqual([]);
    }
    await fixture.close();
  });
});
