import { join } from 'node:path';
import {
  Client as Client2,
  type ClientOptions,
  StreamableHTTPClientTransport as HttpTransport2,
  type Transport as Transport2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTransport2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as Transport1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerMode, ServingPlan } from '../scenarios/types.ts';
import { HANDSHAKE_REVISIONS } from './eras/handshake/revisions.ts';
import { type HttpFixture, startHttpFixture } from './http.ts';
import { CLIENT_INFO } from './test-support/messages.ts';
import { testPlan } from './test-support/plan.ts';
import { bundleProgram, type Program } from './test-support/program.ts';
import { memoryTap } from './test-support/wire.ts';

const NAMES = testPlan().pages.map((page) => page.map(({ definition }) => definition.name));
const TEXT = [{ type: 'text', text: 'plain text' }];

let program: Program;
let fixture: HttpFixture;
let runs = 0;

beforeAll(async () => {
  [program, fixture] = await Promise.all([bundleProgram(testPlan()), startHttpFixture()]);
});

afterAll(async () => {
  await Promise.all([program.remove(), fixture.close()]);
});

function url(server: ServerMode, httpAnswer: ServingPlan['httpAnswer']): URL {
  runs += 1;
  return new URL(fixture.add({ key: `run ${runs}`, plan: testPlan(httpAnswer), server, tap: memoryTap() }).url);
}

function command(server: ServerMode): { command: string; args: string[] } {
  const tap = join(program.folder, `clients-${(runs += 1)}.jsonl`);
  return { command: process.execPath, args: [program.path, '--plan', program.plan, '--server', server, '--tap', tap] };
}

const TRANSPORTS = ['stdio', 'json', 'sse'] as const;
type Carrier = (typeof TRANSPORTS)[number];

describe('@modelcontextprotocol/sdk 1.x, an outside client of the handshake era', () => {
  function transport(carrier: Carrier): Transport1 {
    if (carrier === 'stdio') return new StdioTransport1(command('both'));
    return new HttpTransport1(url('both', carrier));
  }

  /** This client always offers the latest revision, so an older one is put in its place on the way out. */
  function offering(revision: string, over: Transport1): Transport1 {
    const send = over.send.bind(over);
    over.send = async (message, options) => {
      if ('method' in message && message.method === 'initialize') {
        return send({ ...message, params: { ...message.params, protocolVersion: revision } }, options);
      }
      return send(message, options);
    };
    return over;
  }

  const cases = HANDSHAKE_REVISIONS.flatMap((revision) => TRANSPORTS.map((carrier) => ({ revision, carrier })));

  it.each(cases)('lists both pages and calls a tool: $revision over $carrier', async ({ revision, carrier }) => {
    const client = new Client1(CLIENT_INFO);
    await client.connect(offering(revision, transport(carrier)));
    const first = await client.listTools();
    const second = await client.listTools({ cursor: first.nextCursor });
    expect([first, second].map(({ tools }) => tools.map(({ name }) => name))).toEqual(NAMES);
    expect(second.nextCursor).toBeUndefined();
    expect((await client.callTool({ name: 'plain' })).content).toEqual(TEXT);
    await expect(client.callTool({ name: 'absent' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.callTool({ name: 'fails' })).rejects.toMatchObject({ code: -32000, data: { why: 'a test' } });
    await expect(client.ping()).resolves.toEqual({});
    expect(client.getServerVersion()?.name).toBe('test-server');
    expect(client.getServerVersion()?.title).toBe(revision < '2025-06-18' ? undefined : 'Test server');
    await client.close();
  });
});

describe('@modelcontextprotocol/client 2.x, an outside client of both eras', () => {
  function transport(carrier: Carrier, server: ServerMode): Transport2 {
    if (carrier === 'stdio') return new StdioTransport2(command(server));
    return new HttpTransport2(url(server, carrier));
  }

  const pinned: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
  const auto: ClientOptions = { versionNegotiation: { mode: 'auto' } };
  const legacy = HANDSHAKE_REVISIONS.map((revision) => ({
    says: `legacy ${revision}`,
    server: 'both' as ServerMode,
    options: { supportedProtocolVersions: [revision] },
    revision,
  }));
  const ways: { says: string; server: ServerMode; options: ClientOptions; revision: string }[] = [
    ...legacy,
    { says: 'pinned', server: 'both', options: pinned, revision: '2026-07-28' },
    { says: 'pinned', server: 'stateless', options: pinned, revision: '2026-07-28' },
    { says: 'auto', server: 'both', options: auto, revision: '2026-07-28' },
    { says: 'auto', server: 'handshake', options: auto, revision: '2025-11-25' },
    { says: 'legacy', server: 'handshake', options: {}, revision: '2025-11-25' },
  ];
  const cases = ways.flatMap((way) => TRANSPORTS.map((carrier) => ({ ...way, carrier })));

  it.each(cases)('lists both pages and calls a tool: $says, $server server, $carrier', async (way) => {
    const client = new Client2(CLIENT_INFO, way.options);
    await client.connect(transport(way.carrier, way.server));
    expect(client.getNegotiatedProtocolVersion()).toBe(way.revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES.flat());
    expect((await client.callTool({ name: 'plain' })).content).toEqual(TEXT);
    await expect(client.callTool({ name: 'absent' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it.each(TRANSPORTS)('is told by a stateless server which version it has, over %s', async (carrier) => {
    const client = new Client2(CLIENT_INFO, {});
    const refused: unknown = await client.connect(transport(carrier, 'stateless')).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { message, data } = refused as { message: string; data?: { text?: string; supported?: string[] } };
    expect(`${message} ${data?.text ?? JSON.stringify(data)}`).toContain('"supported":["2026-07-28"]');
    await client.close();
  });

  it('cannot be pinned to 2026-07-28 on a handshake server', async () => {
    for (const carrier of TRANSPORTS) {
      const client = new Client2(CLIENT_INFO, pinned);
      await expect(client.connect(transport(carrier, 'handshake'))).rejects.toMatchObject({
        code: 'ERA_NEGOTIATION_FAILED',
      });
      await client.close();
    }
  });
});
