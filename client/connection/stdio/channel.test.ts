import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../connect.ts';
import { createLedger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { createMask } from '../secrets.ts';
import { handshakeServer, raw, result, type Step } from '../test-servers/answers.ts';
import { type Bench, connected, entryOf, failure, stdioBench, temporaryFolder } from '../test-servers/client.ts';
import { runs, startClient, until, watchdogsOf } from '../test-servers/processes.ts';
import { openStdio } from './channel.ts';

const mask = createMask({ kind: 'stdio', command: 'sh', args: [], env: {} });

let logged: string[] = [];
const log = (line: string) => void logged.push(line);

/** A channel without an engine on it, to a shell. */
async function rawChannel(script: string) {
  logged = [];
  const command = { command: '/bin/sh', args: ['-c', script], env: {} };
  const context = { home: temporaryFolder(), environment: process.env, log, mask };
  const channel = await openStdio('docs', command, context, createLedger('docs', log, mask));
  onTestFinished(() => channel.close());
  return { channel, transport: channel.open() };
}

const pidsOf = (bench: Bench): { server: number; grandchild: number } => {
  const lines = bench.recorded();
  return {
    server: lines[0]?.pid ?? 0,
    grandchild: lines.find((line) => line.grandchild !== undefined)?.grandchild ?? 0,
  };
};

describe('a stdio server', () => {
  it('starts with the filtered environment, its own on top, and in its folder', async () => {
    const cwd = temporaryFolder();
    const { PATH = '' } = process.env;
    const bench = stdioBench({ answers: handshakeServer }, {}, { PATH, HOME: '/home/u', SECRET_KEY: 'k' });
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    await connected({
      ...bench,
      entry: { ...bench.entry, transport: { ...bench.entry.transport, env: { OWN: '1' }, cwd } },
    });
    const [start] = bench.recorded();
    expect(start).toMatchObject({ environment: ['HOME', 'OWN', 'PATH'], cwd });
  });

  it('has its stderr in the log of the home, behind a header for every start', async () => {
    const bench = stdioBench({ answers: handshakeServer, complains: 'oh no\n' });
    const first = await connect(bench.entry, bench.context);
    await first.close();
    const second = await connect(bench.entry, bench.context);
    await second.close();
    const header = /\n===== \[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] starting MCP server 'docs' =====\noh no\n/g;
    const log = readFileSync(join(bench.home, 'logs', 'mcp-stderr.log'), 'utf8');
    expect(log.match(header)).toHaveLength(2);
    expect(log.replace(header, '')).toBe('');
  });

  it('has its stderr kept to 10 MiB, and is not held up by it', async () => {
    const bench = stdioBench({ answers: {} });
    const script = "head -c 11534336 /dev/zero | tr '\\0' x >&2; exit 3";
    const entry = entryOf({ kind: 'stdio', command: '/bin/sh', args: ['-c', script], env: {} });
    expect((await failure(connect(entry, bench.context))).message).toMatch(/exited with code 3/);
    const log = readFileSync(join(bench.home, 'logs', 'mcp-stderr.log'), 'utf8');
    expect(log.length).toBeGreaterThan(10 * 1024 * 1024 - 100_000);
    expect(log.length).toBeLessThan(10 * 1024 * 1024 + 1000);
    expect(log.endsWith("x\n===== MCP server 'docs' writes too much; the rest is dropped =====\n")).toBe(true);
  });

  it('has its secrets taken out of its stderr, in a folder for the user alone', async () => {
    const secret = 'tok-0123456789';
    const complains = `${secret} ${`${'x'.repeat(1000)}${secret}\n`.repeat(500)}and ${secret}`;
    const { home, context } = stdioBench({ answers: {} });
    const file = join(home, 'complaints');
    writeFileSync(file, complains);
    const args = ['-c', 'cat "$0" >&2', file];
    await failure(connect(entryOf({ kind: 'stdio', command: '/bin/sh', args, env: { TOKEN: secret } }), context));
    const log = readFileSync(join(home, 'logs', 'mcp-stderr.log'), 'utf8');
    expect(log.replace(/^\n=.+\n/, '')).toBe(complains.replaceAll(secret, '[REDACTED]'));
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('has its last words in the log when connect fails', async () => {
    const bench = stdioBench({ answers: {} });
    const script = 'echo "no config" >&2; exit 3';
    const entry = entryOf({ kind: 'stdio', command: '/bin/sh', args: ['-c', script], env: {} });
    await failure(connect(entry, bench.context));
    expect(readFileSync(join(bench.home, 'logs', 'mcp-stderr.log'), 'utf8')).toMatch(/=\nno config\n$/);
  });

  it('starts without a log when there is none to write to', async () => {
    const bench = stdioBench({ answers: handshakeServer, complains: 'oh no\n' });
    writeFileSync(join(bench.home, 'logs'), 'a file where the folder should be');
    const connection = await connected(bench);
    expect(await connection.listTools()).toHaveLength(1);
  });

  it.each([
    [{ command: 'no-such-command', args: [] }, /^Expected "command" to name an executable/],
    [{ command: '/no/such/file', args: [] }, /^MCP server "docs" did not start: spawn \/no\/such\/file ENOENT$/],
    [{ command: process.execPath, args: ['\0'] }, /^MCP server "docs" did not start: /],
    [
      { command: process.execPath, args: [], cwd: '/no/such/folder' },
      /^MCP server "docs" did not start: expected "cwd" to be a folder, got "\/no\/such\/folder"$/,
    ],
  ])('that cannot start says why: %j', async (command, message) => {
    const home = temporaryFolder();
    const entry = entryOf({ kind: 'stdio', env: {}, ...command });
    const error = await failure(connect(entry, { ...stdioBench({ answers: {} }).context, home }));
    expect(error.code).toBe('spawn_failed');
    expect(error.message).toMatch(message);
  });

  it('is gone when close resolves, and calls fail from then on', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    const connection = await connected(bench);
    await connection.close();
    const { server } = pidsOf(bench);
    expect([runs(server), watchdogsOf(server)]).toEqual([false, []]);
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'closed',
      message: 'The connection to MCP server "docs" was closed',
    });
  });

  it('is gone when connect fails', async () => {
    const bench = stdioBench({ answers: { initialize: raw('{"jsonrpc":"2.0","id":{{id}},"result":null}') } });
    expect((await failure(connect(bench.entry, bench.context))).code).toBe('malformed_frame');
    const { server } = pidsOf(bench);
    expect([runs(server), watchdogsOf(server)]).toEqual([false, []]);
  });

  it('is killed with its grandchild when it ignores the end of stdin and SIGTERM', async () => {
    const bench = stdioBench({ answers: handshakeServer, stubborn: true, grandchild: true });
    const connection = await connected(bench);
    const { server, grandchild } = pidsOf(bench);
    expect([runs(server), runs(grandchild)]).toEqual([true, true]);
    const waiting = failure(connection.callTool('silent', {}));
    await Promise.all([connection.close(), connection.close()]);
    expect([runs(server), runs(grandchild), watchdogsOf(server)]).toEqual([false, false, []]);
    expect((await waiting).code).toBe('closed');
  });

  it('does not outlive a client that it kills the moment it starts', async () => {
    const script = 'trap "" TERM; echo $$ > "$0"; kill -9 $PPID; exec sleep 1000';
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const home = temporaryFolder();
        const file = join(home, 'pid');
        const entry = entryOf({ kind: 'stdio', command: '/bin/sh', args: ['-c', script, file], env: {} });
        const client = await startClient(entry, home, 'hold');
        expect(await client.exited).toBe('SIGKILL');
        const server = Number(readFileSync(file, 'utf8'));
        await until(() => !runs(server) && watchdogsOf(server).length === 0);
      }),
    );
  });

  it.each(['my.name', 'PWD'])('starts with the environment as it is, also with a variable %s', async (name) => {
    const bench = stdioBench({ answers: handshakeServer }, {}, { PATH: process.env.PATH });
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    bench.entry.transport.env = { [name]: '/nowhere' };
    await connected(bench);
    expect(bench.recorded()[0]?.environment).toEqual(['PATH', name].sort());
  });

  it.each([
    ['while it starts', {}],
    ['in the stateless era', { protocol: 'stateless' as const }],
  ])('is gone when the attempt to connect is given up %s', async (_when, more) => {
    const bench = stdioBench({ answers: {}, stubborn: true, grandchild: true }, more);
    const attempt = new AbortController();
    const connecting = failure(connect(bench.entry, { ...bench.context, signal: attempt.signal }));
    await until(() => existsSync(join(bench.home, 'record.jsonl')) && bench.methods().length > 0);
    attempt.abort();
    expect((await connecting).code).toBe('closed');
    const { server, grandchild } = pidsOf(bench);
    expect([runs(server), runs(grandchild), watchdogsOf(server)]).toEqual([false, false, []]);
  });

  it('is not started for an attempt that was given up before', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    const error = await failure(connect(bench.entry, { ...bench.context, signal: AbortSignal.abort() }));
    expect([error.code, error.message]).toEqual(['closed', 'The attempt to connect to MCP server "docs" was given up']);
    expect(existsSync(join(bench.home, 'record.jsonl'))).toBe(false);
  });

  it('does not outlive a client that is killed, nor does its grandchild', async () => {
    const bench = stdioBench({ answers: handshakeServer, stubborn: true, grandchild: true });
    const client = await startClient(bench.entry, bench.home, 'hold');
    await until(() => client.stdout() === 'connected\n');
    const { server, grandchild } = pidsOf(bench);
    expect([runs(server), runs(grandchild), watchdogsOf(server)]).toEqual([true, true, [expect.any(Number)]]);
    client.child.kill('SIGKILL');
    await until(() => !runs(server) && !runs(grandchild) && watchdogsOf(server).length === 0);
    expect(await client.exited).toBe('SIGKILL');
  });
});

describe('the end of a stdio server', () => {
  const call = (...steps: Step[]) => ({ ...handshakeServer, 'tools/call': steps });

  it.each([
    ['exits', call({ exit: 3 }), 'MCP server "docs" exited with code 3; its stderr is in logs/mcp-stderr.log'],
    [
      'closes its stdout',
      call({ closeOutput: true }),
      'MCP server "docs" closed its stdout; its stderr is in logs/mcp-stderr.log',
    ],
  ])('is told at once to the request that waits when it %s', async (_how, answers, message) => {
    const bench = stdioBench({ answers });
    const connection = await connected(bench);
    const waiting = [connection.callTool('t', {}), connection.callTool('t', {})].map(failure);
    for (const error of await Promise.all(waiting)) expect([error.code, error.message]).toEqual(['closed', message]);
    await connection.close();
    expect([runs(pidsOf(bench).server), watchdogsOf(pidsOf(bench).server)]).toEqual([false, []]);
  });

  it('names the signal that ended it', async () => {
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [] } });
    const connection = await connected(bench);
    const waiting = failure(connection.callTool('t', {}));
    await until(() => bench.methods().includes('tools/call'));
    process.kill(pidsOf(bench).server, 'SIGKILL');
    expect((await waiting).message).toBe(
      'MCP server "docs" was ended by SIGKILL; its stderr is in logs/mcp-stderr.log',
    );
  });

  it('is told although a grandchild holds its stdout open, and takes the grandchild with it', async () => {
    const bench = stdioBench({ answers: call({ exit: 0 }), grandchild: true });
    const connection = await connected(bench);
    expect((await failure(connection.callTool('t', {}))).message).toMatch(/exited with code 0/);
    await connection.close();
    expect(runs(pidsOf(bench).grandchild)).toBe(false);
  });

  it('is known before the next request, also while a grandchild holds its stdout open', async () => {
    const bench = stdioBench({ answers: handshakeServer, grandchild: true });
    const connection = await connected(bench);
    const { server, grandchild } = pidsOf(bench);
    process.kill(server, 'SIGKILL');
    await until(() => connection.ended() !== undefined);
    expect(runs(grandchild)).toBe(true);
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'closed',
      delivery: 'none',
      message: 'MCP server "docs" was ended by SIGKILL; its stderr is in logs/mcp-stderr.log',
    });
  });

  it('leaves open what became of a request that the server may have read', async () => {
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [{ exit: 1 }] } });
    const connection = await connected(bench);
    expect((await failure(connection.callTool('t', {}))).delivery).toBe('unknown');
  });

  it('tells what of the requests never left', async () => {
    const { channel, transport } = await rawChannel('exec sleep 1000');
    await transport.start();
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'small' });
    await transport.send({ jsonrpc: '2.0', id: 2, method: 'large', params: { x: 'x'.repeat(4 * 1024 * 1024) } });
    await transport.send({ jsonrpc: '2.0', id: 3, method: 'behind' });
    await channel.close();
    expect([1, 2, 3].map((id) => channel.reached?.(id))).toEqual([true, false, false]);
    await expect(transport.send({ jsonrpc: '2.0', id: 4, method: 'late' })).rejects.toThrow('was closed');
  });

  it('is told of a server that reads no more, at the next request', async () => {
    const { channel, transport } = await rawChannel('exec 0<&-; echo "{}"; exec sleep 1000');
    const heard = new Promise((resolve) => {
      transport.onmessage = resolve;
      transport.onclose = () => resolve('closed');
    });
    await transport.start();
    // Its line is a frame of no kind, and so is dropped; what counts is that stdin is closed by then.
    await until(() => logged.length > 0);
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'any' });
    expect(await heard).toBe('closed');
    expect([channel.ended()?.message, channel.reached?.(1)]).toEqual([
      'MCP server "docs" closed its stdin; its stderr is in logs/mcp-stderr.log',
      false,
    ]);
  });

  it('comes after the answer that it wrote before', async () => {
    const bench = stdioBench({ answers: call(...result({ content: [], last: true }), { exit: 0 }) });
    const connection = await connected(bench);
    expect(await connection.callTool('t', {})).toEqual({ content: [], last: true });
  });

  it('during connect is told with its exit code', async () => {
    const bench = stdioBench({ answers: { initialize: [{ exit: 7 }] } });
    expect(await failure(connect(bench.entry, bench.context))).toMatchObject({
      code: 'closed',
      message: expect.stringContaining('exited with code 7') as string,
    });
  });
});

describe('lines of a stdio server', () => {
  it('that are no JSON are logged without the secrets of the entry, also where they are cut', async () => {
    const token = `tok-${'0123456789'.repeat(50)}`;
    const answers = { ...handshakeServer, 'tools/call': [...raw(`bad ${token}`), ...result({ content: [] })] };
    const bench = stdioBench({ answers });
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    bench.entry.transport.env = { TOKEN: token };
    const connection = await connected(bench);
    await connection.callTool('t', {});
    expect(bench.logged).toEqual(['MCP server "docs" wrote a line to stdout that is no JSON: bad [REDACTED]']);
  });

  it('that are no JSON are logged, cut, and passed over', async () => {
    const noise = raw(`starting…\u001b[2J ${'x'.repeat(500)}`);
    const bench = stdioBench({
      answers: { ...handshakeServer, 'tools/call': [...noise, ...raw(''), ...result({ content: [] })] },
    });
    const connection = await connected(bench);
    expect(await connection.callTool('t', {})).toEqual({ content: [] });
    expect(bench.logged).toEqual([
      `MCP server "docs" wrote a line to stdout that is no JSON: starting… [2J ${'x'.repeat(186)}…`,
    ]);
  });

  it('of noise fill the log only so far', async () => {
    const bench = stdioBench({
      answers: { ...handshakeServer, 'tools/call': [{ repeat: 'noise\n', times: 100 }, ...result({ content: [] })] },
    });
    const connection = await connected(bench);
    await connection.callTool('t', {});
    expect(bench.logged).toHaveLength(20);
    expect(bench.logged.at(-1)).toMatch(/noise \(further lines of this kind are not logged\)$/);
  });

  it('with bytes that are no UTF-8 are read all the same', async () => {
    const { channel, transport } = await rawChannel(
      String.raw`printf '{"jsonrpc":"2.0","id":"a\377b","method":"ping"}\n'`,
    );
    const messages: unknown[] = [];
    transport.onmessage = (message) => messages.push(message);
    await transport.start();
    await until(() => channel.ended() !== undefined);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 'a\ufffdb', method: 'ping' }]);
  });

  it('of more than 10 MiB fail the request, and the connection goes on', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const tooLong: Step[] = [
      { write: '{"jsonrpc":"2.0","id":{{id}},"result":{"x":"' },
      { repeat: mebibyte, times: 10 },
      { write: '"}}\n' },
    ];
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [tooLong, result({ content: [] })] } });
    const connection = await connected(bench);
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'too_large',
      message: `MCP server "docs" sent a message of more than ${MAX_MESSAGE_BYTES} bytes; it was dropped`,
    });
    expect(await connection.callTool('t', {})).toEqual({ content: [] });
  });

  it('reach the engine one a turn, so that what follows a request finds it handled', async () => {
    const lines = [1, 2, 3].map((n) => `{"jsonrpc":"2.0","id":${n},"method":"n${n}"}`).join('\\n');
    const { transport } = await rawChannel(`printf '${lines}\\n'; read _`);
    const events: string[] = [];
    transport.onmessage = (message) => {
      const { method } = message as { method: string };
      events.push(method);
      void Promise.resolve().then(() => process.nextTick(() => events.push(`after ${method}`)));
    };
    await transport.start();
    await until(() => events.length === 6);
    expect(events).toEqual(['n1', 'after n1', 'n2', 'after n2', 'n3', 'after n3']);
  });
});

describe('a client of a stdio server', () => {
  it('loads neither HTTP nor fetch, and exits by itself after close', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    const client = await startClient(bench.entry, bench.home, 'once');
    expect(await client.exited).toBe(0);
    expect(client.stderr()).toBe('');
    expect(JSON.parse(client.stdout())).toMatchObject({
      result: { content: [{ type: 'text', text: 'hi' }] },
      undici: false,
      http: false,
      https: false,
    });
  });
});
