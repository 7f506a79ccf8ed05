import { describe, expect, it } from 'vitest';
import type { JsonObject, ServerEntry } from '../../types.ts';
import { connect } from '../connect.ts';
import type { ConnectionError } from '../errors.ts';
import {
  type Answers,
  discovered,
  handshakeServer,
  initialized,
  raw,
  refusal,
  statelessServer,
} from '../test-servers/answers.ts';
import { type Bench, stdioBench } from '../test-servers/client.ts';
import { answering, httpBench, type Manner, serve } from '../test-servers/http.ts';

type Outcome = { era: string; revision: string } | { code: string; rpcCode?: number; httpStatus?: number };

interface Case {
  title: string;
  protocol: ServerEntry['protocol'];
  answers: Answers;
  http?: Manner;
  only?: 'http' | 'stdio';
  connectTimeout?: number;
  wire: string[];
  outcome: Outcome;
}

const handshake = { era: 'handshake', revision: '2025-11-25' };
const stateless = { era: 'stateless', revision: '2026-07-28' };
const shaken = ['initialize', 'notifications/initialized'];
const noMethod = refusal(-32601, 'Method not found');

const cases: Case[] = [
  {
    title: 'auto stays with a server that shakes hands',
    protocol: 'auto',
    answers: handshakeServer,
    wire: shaken,
    outcome: handshake,
  },
  {
    title: 'auto prefers the handshake where a server speaks both eras',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: initialized() },
    wire: shaken,
    outcome: handshake,
  },
  {
    title: 'auto discovers after -32022',
    protocol: 'auto',
    answers: statelessServer,
    http: { status: { initialize: 400 } },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto discovers after -32601',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: noMethod },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto discovers after -32601 with status 404',
    only: 'http',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: noMethod },
    http: { status: { initialize: 404 } },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto discovers after a plain 404',
    only: 'http',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: [] },
    http: { status: { initialize: 404 } },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto discovers after a text that names an unknown method',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: refusal(-32000, 'Unknown Method: initialize') },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto does not discover after another error',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: refusal(-32602, 'Invalid params') },
    wire: ['initialize'],
    outcome: { code: 'rejected', rpcCode: -32602 },
  },
  {
    title: 'auto does not discover after a refusal of the headers',
    only: 'http',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: refusal(-32020, 'Header mismatch') },
    http: { status: { initialize: 400 } },
    wire: ['initialize'],
    outcome: { code: 'rejected', rpcCode: -32020, httpStatus: 400 },
  },
  {
    title: 'auto does not discover after an empty 400',
    only: 'http',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: [] },
    http: { status: { initialize: 400 } },
    wire: ['initialize'],
    outcome: { code: 'http_status', httpStatus: 400 },
  },
  {
    title: 'auto does not discover behind an authorization wall, whatever its body says',
    only: 'http',
    protocol: 'auto',
    answers: statelessServer,
    http: { status: { initialize: 401 } },
    wire: ['initialize'],
    outcome: { code: 'unauthorized', httpStatus: 401 },
  },
  {
    title: 'auto does not discover after silence',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: [] },
    only: 'stdio',
    connectTimeout: 0.2,
    wire: ['initialize'],
    outcome: { code: 'timeout' },
  },
  {
    title: 'auto tells of both refusals',
    protocol: 'auto',
    answers: { initialize: noMethod, 'server/discover': refusal(-32601, 'Method not found') },
    wire: ['initialize', 'server/discover'],
    outcome: { code: 'rejected', rpcCode: -32601 },
  },
  {
    title: 'auto discovers when the answer to initialize names the stateless revision',
    protocol: 'auto',
    answers: { ...statelessServer, initialize: initialized('2026-07-28') },
    wire: ['initialize', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'auto takes such a server at the offered revision when it cannot discover',
    protocol: 'auto',
    answers: { ...handshakeServer, initialize: initialized('2026-07-28'), 'server/discover': noMethod },
    wire: ['initialize', 'server/discover', ...shaken],
    outcome: handshake,
  },
  {
    title: 'stateless discovers first',
    protocol: 'stateless',
    answers: statelessServer,
    wire: ['server/discover'],
    outcome: stateless,
  },
  {
    title: 'stateless shakes hands after a refusal',
    protocol: 'stateless',
    answers: { ...handshakeServer, 'server/discover': refusal(-32000, 'what?') },
    wire: ['server/discover', ...shaken],
    outcome: handshake,
  },
  {
    title: 'stateless shakes hands after a malformed answer',
    protocol: 'stateless',
    answers: { ...handshakeServer, 'server/discover': raw('{"jsonrpc":"2.0","id":{{id}},"result":null}') },
    wire: ['server/discover', ...shaken],
    outcome: handshake,
  },
  {
    title: 'stateless shakes hands with a server that supports other revisions only',
    protocol: 'stateless',
    answers: { ...handshakeServer, 'server/discover': discovered(['2099-01-01']) },
    wire: ['server/discover', ...shaken],
    outcome: handshake,
  },
  {
    title: 'stateless does not shake hands after silence',
    protocol: 'stateless',
    answers: { ...handshakeServer, 'server/discover': [] },
    only: 'stdio',
    connectTimeout: 0.2,
    wire: ['server/discover', 'notifications/cancelled'],
    outcome: { code: 'timeout' },
  },
  {
    title: 'stateless asks once more when the refusal names its own revision as supported',
    protocol: 'stateless',
    answers: {
      ...statelessServer,
      'server/discover': [refusal(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'] }), discovered()],
    },
    wire: ['server/discover', 'server/discover'],
    outcome: stateless,
  },
  {
    title: 'legacy never discovers',
    protocol: 'legacy',
    answers: statelessServer,
    wire: ['initialize'],
    outcome: { code: 'rejected', rpcCode: -32022 },
  },
  {
    title: 'legacy refuses a revision that it does not know',
    protocol: 'legacy',
    answers: { ...handshakeServer, initialize: initialized('2099-01-01') },
    wire: ['initialize'],
    outcome: { code: 'era_mismatch' },
  },
  ...['2025-06-18', '2025-03-26', '2024-11-05'].map(
    (revision): Case => ({
      title: `legacy accepts ${revision}`,
      protocol: 'legacy',
      answers: { ...handshakeServer, initialize: initialized(revision) },
      wire: shaken,
      outcome: { era: 'handshake', revision },
    }),
  ),
];

function pick({ code, rpcCode, httpStatus }: ConnectionError): Outcome {
  return { code, ...(rpcCode !== undefined && { rpcCode }), ...(httpStatus !== undefined && { httpStatus }) };
}

/** What connecting comes to; a call proves that the session is open, and that all that went before has been read. */
async function outcomeOf({ entry, context }: Pick<Bench, 'entry' | 'context'>): Promise<Outcome> {
  const connection = await connect(entry, context).catch((error: unknown) => error as ConnectionError);
  if (connection instanceof Error) return pick(connection);
  await connection.callTool('t', {});
  await connection.close();
  return { era: connection.era, revision: connection.revision };
}

function checkWire(frames: JsonObject[], { wire, outcome }: Case): void {
  expect(frames.map(({ method }) => method)).toEqual('code' in outcome ? wire : [...wire, 'tools/call']);
  // Ids count up from 0 over all attempts: on a pipe they share the session.
  const ids = frames.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(ids).toEqual(ids.map((_, index) => index));
}

describe('the era rules over stdio', () => {
  it.each(cases.filter(({ only }) => only !== 'http'))('$title', async (one) => {
    const { answers, protocol, connectTimeout = 60, outcome } = one;
    const bench = stdioBench({ answers }, { protocol, connectTimeout });
    expect(await outcomeOf(bench)).toEqual(outcome);
    const recorded = bench.recorded();
    checkWire(
      recorded.flatMap(({ frame }) => (frame === undefined ? [] : [frame])),
      one,
    );
    expect(new Set(recorded.map(({ pid }) => pid)).size).toBe(1);
  });
});

describe.each(['json', 'sse'] as const)('the era rules over HTTP with %s answers', (as) => {
  it.each(cases.filter(({ only }) => only !== 'stdio'))('$title', async (one) => {
    const { answers, protocol, http, outcome } = one;
    const server = await serve(answering(answers, { ...http, as }));
    expect(await outcomeOf(httpBench(server.url, { protocol }))).toEqual(outcome);
    checkWire(
      server.received.flatMap(({ frame }) => (frame === undefined ? [] : [frame])),
      one,
    );
  });
});
