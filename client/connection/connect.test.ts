import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { connect } from './connect.ts';
import {
  type Answers,
  discovered,
  handshakeServer,
  initialized,
  raw,
  refusal,
  result,
  resultText,
  type Step,
  statelessServer,
  tool,
} from './test-servers/answers.ts';
import { clientInfo, connected, failure, stdioBench } from './test-servers/client.ts';
import { answering, httpBench, serve } from './test-servers/http.ts';

const capabilities = { sampling: {}, elicitation: { form: {}, url: {} } };
const eras = { handshake: handshakeServer, stateless: statelessServer };

/** Results as a server may send them; none of them is well-formed in both eras. */
const malformedResults = [
  '{}',
  '{"content":null}',
  '{"content":"text"}',
  '{"content":[null]}',
  '{"content":[{"type":"unknown","x":1}],"resultType":"complete"}',
  '{"content":[{"type":"text"}]}',
  '{"content":[],"structuredContent":"string"}',
  '{"content":[],"structuredContent":null,"resultType":5}',
  '{"structuredContent":{"a":1}}',
  '{"_meta":"nope","content":[]}',
  '{"isError":"yes","content":[]}',
  '{"resultType":"input_required"}',
  '{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}},"requestState":"s"}',
  '{"resultType":"weird","content":[],"zeta":1,"_meta":{"k":1},"alpha":{"__proto__":{"x":1}}}',
  '{"toolResult":"an old shape"}',
];

const malformedFrames: [string, string][] = [
  ['{"jsonrpc":"2.0","id":{{id}},"result":null}', 'expected "result" to be an object, got null'],
  ['{"jsonrpc":"2.0","id":{{id}},"result":[1]}', 'expected "result" to be an object, got an array'],
  ['{"jsonrpc":"2.0","id":{{id}},"result":"str"}', 'expected "result" to be an object, got a string'],
  ['{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32000}}', 'expected "error.message" to be a string, got nothing'],
  [
    '{"jsonrpc":"2.0","id":{{id}},"error":{"code":"E","message":"m"}}',
    'expected "error.code" to be an integer, got a string',
  ],
  [
    '{"jsonrpc":"2.0","id":{{id}},"result":{},"error":{"code":1,"message":"m"}}',
    'expected either "result" or "error", got both',
  ],
  ['{"jsonrpc":"2.0","id":{{id}}}', 'expected "result" or "error", got neither'],
  ['{"id":{{id}},"result":{"content":[]}}', 'expected "jsonrpc" to be "2.0", got nothing'],
];

/** One bench a transport, for the same answers. */
const transports: Record<
  string,
  (answers: Answers) => Promise<Parameters<typeof connected>[0] & { logged: string[] }>
> = {
  stdio: async (answers) => stdioBench({ answers }),
  'HTTP with JSON answers': async (answers) => httpBench((await serve(answering(answers))).url),
  'HTTP with SSE answers': async (answers) => httpBench((await serve(answering(answers, { as: 'sse' }))).url),
};

describe('what goes over the wire', () => {
  it('shakes hands and calls with bare frames', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    const connection = await connected(bench);
    await connection.listTools();
    await connection.callTool('t', { a: 1 });
    expect(bench.recorded().flatMap(({ frame }) => frame ?? [])).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities, clientInfo },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 't', arguments: { a: 1 } } },
    ]);
  });

  it('wraps every stateless request in its envelope', async () => {
    const bench = stdioBench({ answers: statelessServer }, { protocol: 'stateless' });
    const connection = await connected(bench);
    await connection.listTools();
    await connection.callTool('t', { a: 1 });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    expect(bench.recorded().flatMap(({ frame }) => frame ?? [])).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'server/discover', params: { _meta } },
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { _meta, name: 't', arguments: { a: 1 } } },
    ]);
  });

  it.each([
    [{ sampling: { enabled: true, exposeClientTools: true } }, { ...capabilities, sampling: { tools: {} } }],
    [{ sampling: { enabled: false, exposeClientTools: true } }, { elicitation: capabilities.elicitation }],
    [{ elicitation: { enabled: false } }, { sampling: {} }],
  ])('declares with %j exactly %j', async (more, declared) => {
    const bench = stdioBench({ answers: handshakeServer }, more);
    await connected(bench);
    expect(bench.recorded().find(({ frame }) => frame?.method === 'initialize')?.frame?.params).toMatchObject({
      capabilities: declared,
    });
    expect(JSON.stringify(bench.recorded()[1]?.frame)).toContain(`"capabilities":${JSON.stringify(declared)}`);
  });
});

describe.each(Object.keys(transports))('results over %s', (name) => {
  const benchOf = transports[name] as (typeof transports)[string];

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'come back as they were sent in the %s era, however malformed',
    async (era) => {
      const calls = malformedResults.map((text) => resultText(text));
      const connection = await connected(await benchOf({ ...eras[era], 'tools/call': calls }));
      for (const text of malformedResults)
        expect(JSON.stringify(await connection.callTool('t', {}))).toBe(JSON.stringify(JSON.parse(text)));
    },
  );

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'fail at once in the %s era when the frame is malformed',
    async (era) => {
      const calls = malformedFrames.map(([frame]) => raw(frame));
      const connection = await connected(await benchOf({ ...eras[era], 'tools/call': calls }));
      for (const [, fault] of malformedFrames) {
        const error = await failure(connection.callTool('t', {}));
        expect([error.code, error.message]).toEqual([
          'malformed_frame',
          `MCP server "docs" sent a malformed answer to tools/call: ${fault}`,
        ]);
      }
    },
  );

  it('keep their size and their bytes', async () => {
    const text = `${'ä'.repeat(1_000_000)}"\\\u2028`;
    const connection = await connected(
      await benchOf({ ...handshakeServer, 'tools/call': result({ content: [{ type: 'text', text }] }) }),
    );
    expect(await connection.callTool('t', {})).toEqual({ content: [{ type: 'text', text }] });
  });

  it('that are JSON-RPC errors carry their code, their words and their data', async () => {
    const connection = await connected(
      await benchOf({ ...handshakeServer, 'tools/call': refusal(-32000, 'server said\nno', { a: 1 }) }),
    );
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'rejected',
      rpcCode: -32000,
      rpcMessage: 'server said no',
      rpcData: { a: 1 },
      message: 'MCP server "docs" answered tools/call with error -32000: server said no',
    });
  });

  it('of tools/list are as they were sent: a bad tool spoils nothing, what has no name is left out', async () => {
    const tools: JsonObject[] = [
      tool('good'),
      { name: 'odd', inputSchema: [], outputSchema: 5, annotations: { readOnlyHint: 'x' }, _meta: 'm' },
      { title: 'nameless' },
    ];
    const pages: Step[][] = [result({ tools: tools.slice(0, 1), nextCursor: 'p2' }), result({ tools: tools.slice(1) })];
    const bench = await benchOf({ ...handshakeServer, 'tools/list': pages });
    const connection = await connected(bench);
    expect(await connection.listTools()).toEqual(tools.slice(0, 2));
    expect(bench.logged).toEqual([
      'MCP server "docs": a tool was left out of the list: expected tools[1].name to be a string, got nothing',
    ]);
  });
});

describe('tools/list', () => {
  it('is not asked of a server that declares other things only', async () => {
    const bench = stdioBench({
      answers: { ...handshakeServer, initialize: initialized('2025-11-25', { prompts: {} }) },
    });
    const connection = await connected(bench);
    expect(connection.capabilities).toEqual({ prompts: {} });
    expect(await connection.listTools()).toEqual([]);
    await connection.callTool('t', {});
    expect(bench.methods()).not.toContain('tools/list');
  });

  it.each(['initialize', 'server/discover'])(
    'is asked of a server whose answer to %s declares nothing',
    async (method) => {
      const answers: Answers =
        method === 'initialize'
          ? {
              ...handshakeServer,
              initialize: result({ protocolVersion: '2025-11-25', serverInfo: { name: 'raw', version: '1' } }),
            }
          : {
              ...statelessServer,
              'server/discover': result({ resultType: 'complete', supportedVersions: ['2026-07-28'] }),
            };
      const connection = await connected(stdioBench({ answers }));
      expect(connection.capabilities).toEqual({});
      expect(await connection.listTools()).toEqual([tool('t')]);
    },
  );

  it('hands the declared capabilities on as they are', async () => {
    const declared = { tools: { listChanged: true, extra: 1 }, unheardOf: { x: [1] } };
    const shaken = await connected(
      stdioBench({ answers: { ...handshakeServer, initialize: initialized('2025-11-25', declared) } }),
    );
    const found = await connected(
      stdioBench({ answers: { ...statelessServer, 'server/discover': discovered(['2026-07-28'], declared) } }),
    );
    expect([shaken.capabilities, found.capabilities]).toEqual([declared, declared]);
  });

  it.each([
    [handshakeServer, '{}', 'expected "tools" to be an array, got nothing'],
    [statelessServer, '{"tools":[]}', 'expected "resultType" to be "complete", got nothing'],
  ])('is refused when the page is no list', async (answers, page, fault) => {
    const connection = await connected(stdioBench({ answers: { ...answers, 'tools/list': resultText(page) } }));
    expect(await failure(connection.listTools())).toMatchObject({
      code: 'invalid_result',
      message: expect.stringContaining(fault) as string,
    });
  });
});

describe('what a server asks of the client', () => {
  const asks = (id: string, method: string, params: JsonObject): Step[] =>
    raw(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const message = { role: 'user', content: { type: 'text', text: 'hi' } };
  const requests = [
    ...asks('ping', 'ping', {}),
    ...asks('roots', 'roots/list', {}),
    ...asks('form', 'elicitation/create', {
      mode: 'form',
      message: 'm',
      requestedSchema: { type: 'object', properties: {} },
    }),
    ...asks('url', 'elicitation/create', {
      mode: 'url',
      message: 'm',
      url: 'https://example.invalid/',
      elicitationId: 'e',
    }),
    ...asks('sampling', 'sampling/createMessage', { messages: [message], maxTokens: 5 }),
    ...asks('other', 'acme/unknown', {}),
  ];

  async function answersOf(more: Parameters<typeof stdioBench>[1]): Promise<unknown> {
    const bench = stdioBench(
      { answers: { ...handshakeServer, 'tools/call': [...requests, ...result({ content: [] })] } },
      more,
    );
    const connection = await connected(bench);
    await connection.callTool('t', {});
    // The answers went out before this, on the same pipe.
    await connection.listTools();
    const frames = bench
      .recorded()
      .flatMap(({ frame }) => (frame !== undefined && frame.method === undefined ? [frame] : []));
    return Object.fromEntries(
      frames.map(({ id, result: answer, error }) => [id, answer ?? (error as JsonObject).code]),
    );
  }

  it('is declined: no person and no model is behind it', async () => {
    const decline = { action: 'decline' };
    expect(await answersOf({})).toEqual({
      ping: {},
      roots: -32600,
      form: decline,
      url: decline,
      sampling: -1,
      other: -32601,
    });
  });

  it('is refused when it was not declared', async () => {
    const off = { sampling: { enabled: false, exposeClientTools: false }, elicitation: { enabled: false } };
    expect(await answersOf(off)).toEqual({
      ping: {},
      roots: -32600,
      form: -32600,
      url: -32600,
      sampling: -32600,
      other: -32601,
    });
  });
});

describe('a time-out', () => {
  it('names the request, the limit and the key; the late answer is dropped and the connection goes on', async () => {
    const late: Step[] = [{ write: '{"jsonrpc":"2.0","id":1,"result":{"late":true}}\n' }];
    const answers: Answers = {
      ...handshakeServer,
      'tools/call': [[], result({ content: [] })],
      'notifications/cancelled': late,
    };
    const bench = stdioBench({ answers }, { timeout: 2 });
    const connection = await connected(bench);
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'timeout',
      message: 'MCP server "docs" gave no answer to tools/call within 2 s (timeout: 2 in mcp_servers.docs)',
    });
    expect(await connection.callTool('t', {})).toEqual({ content: [] });
    expect(bench.logged).toEqual(['MCP server "docs": a frame was dropped: no request waits for the answer with id 1']);
  });

  it('of the handshake names the other key', async () => {
    const bench = stdioBench({ answers: {} }, { connectTimeout: 0.1 });
    expect((await failure(connect(bench.entry, bench.context))).message).toBe(
      'MCP server "docs" gave no answer to initialize within 0.1 s (connect_timeout: 0.1 in mcp_servers.docs)',
    );
  });
});
