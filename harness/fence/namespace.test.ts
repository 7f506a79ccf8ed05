import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canNamespace, isInNamespace } from './namespace.ts';

const answer = canNamespace();
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

let folder: string;
let temporary: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'namespace-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  // What runs inside is an argument: the rest is as in a probe.
  const contents = `
    import { enterNamespace } from './enter.ts';
    import { startFence } from './fence.ts';
    import { startDnsStub } from './dns-stub.ts';
    void enterNamespace().then((code) => {
      if (code !== undefined) process.exit(code);
      return new Function('startFence', 'startDnsStub', 'require', 'return (async () => {' + process.argv[2] + '})()')(startFence, startDnsStub, require);
    });
  `;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: join(folder, 'program.cjs'),
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function begin(source: string) {
  const environment = { PATH: process.env['PATH'] ?? '', TMPDIR: temporary };
  const args = ['--no-deprecation', join(folder, 'program.cjs'), source];
  return spawn(process.execPath, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

async function inside(source: string): Promise<{ code: unknown; shown: unknown }> {
  const child = begin(source);
  const ended = once(child, 'exit');
  const shown = await text(child.stdout);
  const [code] = (await ended) as [unknown];
  return { code, shown: JSON.parse(shown) as unknown };
}

const SHOW = 'const show = (value) => console.log(JSON.stringify(value));';
/** Python asks the system's resolver, as any program would. */
const LOOK_UP = `const lookUp = (name) => new Promise((resolve) => require('child_process').execFile('python3', ['-c',
  'import socket, sys; socket.getaddrinfo(sys.argv[1], 80)', name], (error, out, err) => resolve(/gaierror/.test(err) ? 'none' : 'found')));`;

it('is outside by itself, whatever a variable says', () => {
  expect(isInNamespace()).toBe(false);
});

describe.runIf(answer.can || isRoot)('a network namespace', () => {
  it('can be made', () => {
    expect(answer).toEqual({ can: true });
  });

  it('has the loopback, the stub as its name server, and nothing else', async () => {
    const before = readFileSync('/etc/resolv.conf', 'utf8');
    const during = new Set<string>();
    const looking = setInterval(() => during.add(readFileSync('/etc/resolv.conf', 'utf8')), 5);
    const { shown, code } = await inside(`${SHOW} ${LOOK_UP}
      const stub = await startDnsStub();
      const { connect, createServer } = require('net');
      const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
      await require('events').once(server, 'listening');
      const to = (port, host) => new Promise((resolve) => connect(port, host).on('connect', () => resolve('connected')).on('error', ({ code }) => resolve(code)));
      const connects = [await to(server.address().port, 'localhost'), await to(80, '192.0.2.1')];
      const looked = [await lookUp('Example.invalid'), await lookUp('localhost')];
      show([Object.keys(require('os').networkInterfaces()), require('fs').readFileSync('/etc/resolv.conf', 'utf8'),
        connects, looked, stub.names(), process.execArgv]);
      server.close();
      await stub.close();
    `);
    clearInterval(looking);
    const connects = ['connected', 'ENETUNREACH'];
    const looked = ['none', 'found'];
    const resolver = 'nameserver 127.0.0.1\n';
    expect(shown).toEqual([['lo'], resolver, connects, looked, ['example.invalid'], ['--no-deprecation']]);
    expect(code).toBe(0);
    expect([...during, readFileSync('/etc/resolv.conf', 'utf8')]).toEqual([before, before]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('lets a fence hear what runs ask its name server for', async () => {
    const { shown } = await inside(`${SHOW} ${LOOK_UP}
      const fence = await startFence({ root: '/' });
      const run = fence.open({ key: 'a', folder: '/nowhere' });
      await lookUp('example.invalid');
      show(await run.names());
      await fence.close();
    `);
    expect(shown).toEqual(['example.invalid']);
  });

  it('passes on the exit code, and the end by a signal', async () => {
    expect((await inside('console.log(1); process.exitCode = 7;')).code).toBe(7);
    expect((await inside('console.log(1); process.kill(process.pid, "SIGABRT");')).code).toBe(128 + 6);
  });

  it('passes on signals, each once', async () => {
    const child = begin(`
      let count = 0;
      process.on('SIGINT', () => { count += 1; console.log('interrupted'); });
      process.on('SIGTERM', () => { console.log(count); process.exit(5); });
      setInterval(() => {}, 1000);
      console.log('ready');
    `);
    let shown = '';
    child.stdout.on('data', (data: Buffer) => {
      shown += data.toString();
    });
    const ended = once(child, 'exit');
    await vi.waitFor(() => expect(shown).toBe('ready\n'), 60_000);
    // As a terminal does, to every process of its group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await vi.waitFor(() => expect(shown).toBe('ready\ninterrupted\n'), 60_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([5, null]);
    expect(shown).toBe('ready\ninterrupted\n1\n');
  });

  it('ends when whoever made it is killed', async () => {
    const child = begin(`console.log(process.pid); setInterval(() => {}, 1000);`);
    const [data] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(data.toString());
    expect(lives(pid)).toBe(true);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(lives(pid)).toBe(false), 60_000);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

/** A zombie that nobody waits for is dead. */
function lives(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
