import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fence, startFence } from './fence.ts';
import { buildRoot, removeRoot, runFenced, type Shown, show } from './testing/client.ts';

// Other versions of Node: their binaries, with colons between them.
const NODES = process.env['FENCE_NODES']?.split(':') ?? [process.execPath];

let root: string;
let fence: Fence;

beforeAll(async () => {
  root = await buildRoot();
  fence = await startFence({ root });
});
afterAll(async () => {
  await fence.close();
  removeRoot(root);
});

/** Tells what becomes of a promise: `reached`, or the code of its error. */
const TELL = `
  const tell = (promise) => promise.then(() => 'reached', (error) => (error.cause ?? error).code ?? error.message).then(console.log);
  const ended = (emitter, good) => new Promise((resolve, reject) => emitter.once(good, resolve).once('error', reject));
`;
const inCommonJs = (expression: string): string[] => ['-e', `${TELL} void tell((async () => ${expression})());`];
const NAME = 'example.invalid';

describe.each(NODES)('%s', (node) => {
  const run = (args: string[]): Promise<Shown & { names: string[] }> => runFenced(fence, root, [node, ...args]);

  it.each([
    ['net', `ended(require('net').connect(80, '${NAME}'), 'connect')`],
    ['net with options', `ended(require('net').createConnection({ port: 80, host: '${NAME}' }), 'connect')`],
    ['tls', `ended(require('tls').connect({ port: 443, host: '${NAME}' }), 'secureConnect')`],
    ['http', `ended(require('http').get('http://${NAME}/path?query'), 'response')`],
    ['https', `ended(require('https').get('https://${NAME}/'), 'response')`],
    ['http2', `ended(require('http2').connect('https://${NAME}'), 'connect')`],
    ['fetch', `fetch('https://${NAME}/path')`],
    ['dns.lookup', `require('util').promisify(require('dns').lookup)('${NAME}')`],
    ['dns.promises.lookup', `require('dns').promises.lookup('${NAME}', { all: true })`],
    ['dns.resolve4', `require('util').promisify(require('dns').resolve4)('${NAME}')`],
    ['dns.promises.resolveTxt', `require('dns/promises').resolveTxt('${NAME}')`],
    [
      'a resolver',
      `require('util').promisify((...a) => new (require('dns').Resolver)().resolve(...a))('${NAME}', 'MX')`,
    ],
    ['a resolver of promises', `new (require('dns').promises.Resolver)().resolveSrv('${NAME}')`],
    [
      'dgram',
      `new Promise((_, no) => require('dgram').createSocket('udp4').send('x', 53, '${NAME}', (e) => e && no(e))).catch((e) => { throw process.nextTick(() => process.exit()), e; })`,
    ],
  ])('refuses a name: %s', async (_, expression) => {
    expect(await run(inCommonJs(expression))).toEqual({ stdout: 'ENOTFOUND\n', stderr: '', code: 0, names: [NAME] });
  });

  it.each([
    ['net', `ended(require('net').connect(80, '192.0.2.1'), 'connect')`, '192.0.2.1'],
    ['IPv6', `ended(require('net').connect(80, '2001:db8::1'), 'connect')`, '2001:db8::1'],
    ['fetch', `fetch('http://192.0.2.1:81/')`, '192.0.2.1'],
    ['http2', `ended(require('http2').connect('http://192.0.2.1'), 'connect')`, '192.0.2.1'],
    [
      'a look-up of its own',
      `ended(require('net').connect({ port: 80, host: 'localhost', family: 4, lookup: (h, o, done) => done(null, '192.0.2.1', 4) }), 'connect')`,
      '192.0.2.1',
    ],
    [
      'dgram',
      `new Promise((_, no) => require('dgram').createSocket('udp4').connect(53, '192.0.2.1', (e) => e && no(e)))`,
      '192.0.2.1',
    ],
  ])('refuses an address: %s', async (_, expression, address) => {
    const { stdout, stderr, names } = await run([
      '-e',
      `${TELL} void tell((async () => ${expression})()).then(() => process.exit());`,
    ]);
    expect({ stdout, stderr, names }).toEqual({ stdout: 'ECONNREFUSED\n', stderr: '', names: [address] });
  });

  it('makes the errors that the system makes', async () => {
    const source = `
      const { connect } = require('net');
      const show = (error) => console.log(JSON.stringify([error.message, error]));
      require('dns').lookup('localhost.invalid', show);
      connect(80, 'localhost.invalid').on('error', show);
      require('dns').resolve6('localhost.invalid', show);
    `;
    const errors = (await run(['-e', source])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const hostname = 'localhost.invalid';
    const lookUp = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname };
    expect(errors).toHaveLength(3);
    expect(errors).toContainEqual([
      `queryAaaa ENOTFOUND ${hostname}`,
      { code: 'ENOTFOUND', syscall: 'queryAaaa', hostname },
    ]);
    expect(errors.filter((error) => JSON.stringify(error).includes('getaddrinfo'))).toEqual([
      [`getaddrinfo ENOTFOUND ${hostname}`, lookUp],
      [`getaddrinfo ENOTFOUND ${hostname}`, lookUp],
    ]);
  });

  it('refuses programs that are ES modules', async () => {
    // Beside: Node takes no module from a path with a backslash.
    const file = join(root, '..', 'module.mjs');
    const source = `${TELL}
      import { lookup, resolve4 } from 'node:dns';
      import { lookup as promised } from 'node:dns/promises';
      import { connect } from 'node:net';
      await tell(new Promise((yes, no) => lookup('a.invalid', (error) => (error ? no(error) : yes()))));
      await tell(new Promise((yes, no) => resolve4('b.invalid', (error) => (error ? no(error) : yes()))));
      await tell(promised('c.invalid'));
      await tell(ended(connect(80, 'd.invalid'), 'connect'));
    `;
    writeFileSync(file, source);
    const names = ['a.invalid', 'b.invalid', 'c.invalid', 'd.invalid'];
    expect(await run([file])).toEqual({ stdout: 'ENOTFOUND\n'.repeat(4), stderr: '', code: 0, names });
  });

  it('reaches worker threads and child processes', async () => {
    const source = `
      const { Worker } = require('worker_threads');
      const { spawn } = require('child_process');
      const ask = (name) => "fetch('http://" + name + ".invalid').catch((error) => console.log(error.cause.code))";
      new Worker(ask('thread'), { eval: true });
      new Worker(ask('bare'), { eval: true, execArgv: [], env: {} });
      spawn(process.execPath, ['-e', ask('child')], { stdio: 'inherit' });
    `;
    // A thread whose environment does not say where is refused too, but writes nothing down.
    const names = ['child.invalid', 'thread.invalid'];
    expect(await run(['-e', source])).toEqual({ stdout: 'ENOTFOUND\n'.repeat(3), stderr: '', code: 0, names });
  });

  it('leaves the loopback, pipes and the rest of a program alone', async () => {
    mkdirSync(join(root, 'sockets'), { recursive: true });
    const source = `${TELL}
      const net = require('net'), http = require('http'), dgram = require('dgram'), dns = require('dns');
      (async () => {
        const server = http.createServer((request, response) => response.end('here')).listen(0);
        await ended(server, 'listening');
        const { port } = server.address();
        for (const host of ['localhost', '127.0.0.1', 'LOCALHOST']) console.log(await (await fetch('http://' + host + ':' + port)).text());
        const path = require('path').join(process.argv[1], 'socket' + process.pid);
        const local = net.createServer((socket) => socket.end('pipe')).listen(path);
        await ended(local, 'listening');
        const pipe = net.connect(path);
        pipe.on('data', (data) => console.log(String(data)));
        await ended(pipe, 'close');
        const udp = dgram.createSocket('udp4');
        udp.bind(0, '127.0.0.1', () => udp.send('datagram', udp.address().port));
        udp.on('message', (message) => (console.log(String(message)), udp.close()));
        await ended(udp, 'close');
        const looked = await require('util').promisify(dns.lookup)('localhost', 4);
        console.log(JSON.stringify([looked, (await dns.promises.lookup('127.0.0.1')).address]));
        await tell(ended(net.connect(1, '127.0.0.1'), 'connect'));
        console.log(JSON.stringify([process.title, process.execArgv.length, dns.lookup.name, dns.lookup.length, net.Socket.prototype.connect.name, dns.resolve.name, Error.stackTraceLimit, new Error('x').stack.split('\\n').length]));
        try { dns.lookup('x.invalid') } catch (error) { console.log(error.code) }
        server.close(), local.close();
      })();
    `;
    const args: [string, ...string[]] = [node, '-e', source, join(root, 'sockets')];
    const { names, ...fenced } = await runFenced(fence, root, args);
    expect(fenced).toEqual(await show(args));
    expect(fenced.stdout).toMatch(/^here\nhere\nhere\npipe\n/);
    expect(fenced.stdout).toContain('datagram\n');
    // Asked for in a call that Node itself refuses.
    expect(names).toEqual(['x.invalid']);
  });

  it('bounds what a program can have written down', async () => {
    const source = `for (let i = 0; i < 5000; i += 1) require('dns').lookup('a'.repeat(50) + i + '.invalid', () => {});`;
    const { code, stderr, names } = await run(['-e', source]);
    expect([code, stderr, names.length]).toEqual([0, '', 256]);
  });
});
