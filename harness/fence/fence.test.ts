import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fence, startFence } from './fence.ts';
import { buildRoot, removeRoot, runFenced, show } from './testing/client.ts';

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

function isThere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function open(key: string) {
  const folder = join(root, key);
  mkdirSync(folder);
  return fence.open({ key, folder });
}

const ask = (name: string): [string, ...string[]] => [
  process.execPath,
  '-e',
  `require('dns').lookup('${name}', () => {})`,
];

it('is the same for the same run', () => {
  const [first, second, other] = [open('one'), fence.open({ key: 'one', folder: join(root, 'one') }), open('other')];
  expect(second.environment).toEqual(first.environment);
  expect(other.environment).not.toEqual(first.environment);
  for (const run of [first, second, other]) run.close();
});

it.runIf(isThere('curl'))('stops curl, and lets it go to the loopback', async () => {
  const url = ['http://example.invalid/path', 'https://secure.invalid/path'];
  const refused = await runFenced(fence, root, [
    'curl',
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code} %{http_connect}\n',
    ...url,
  ]);
  expect(refused.names).toEqual(['example.invalid', 'secure.invalid']);
  expect(refused.stdout).toBe('403 000\n000 403\n');
  // A port where nobody listens: what counts is whom it asks.
  const near = await runFenced(fence, root, [
    'curl',
    '-s',
    'http://localhost:1/',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
  ]);
  expect([near.names, near.code]).toEqual([[], 7]);
});

it.runIf(isThere('python3'))('stops Python, and lets it go to the loopback', async () => {
  const source = `
import urllib.request
for url in ['http://example.invalid/path', 'https://secure.invalid/path', 'http://localhost:1/', 'http://127.0.0.1:1/']:
    try:
        urllib.request.urlopen(url)
    except OSError as error:
        print(error)
`;
  const { stdout, names } = await runFenced(fence, root, ['python3', '-c', source]);
  expect(names).toEqual(['example.invalid', 'secure.invalid']);
  expect(stdout).toMatch(/403.*\n.*403.*\n.*refused.*\n.*refused/);
});

describe('of runs at once', () => {
  it('tells apart who asks, by file and by user', async () => {
    const runs = ['a', 'b'].map((key) => ({ key, run: open(key) }));
    const proxied = `
      const { username, port } = new URL(process.env.http_proxy);
      require('http').request({ port, host: '127.0.0.1', path: 'http://' + process.argv[1], auth: '', headers: {
        'proxy-authorization': 'Basic ' + Buffer.from(username + ':x').toString('base64') } }).end();`;
    await Promise.all(
      runs.flatMap(({ key, run }) => [
        show(ask(`${key}.invalid`), run.environment),
        show([process.execPath, '-e', proxied, `proxied-${key}.invalid`], run.environment),
      ]),
    );
    const names = await Promise.all(runs.map(({ run }) => run.names()));
    expect(names).toEqual(['a', 'b'].map((key) => [`${key}.invalid`, `proxied-${key}.invalid`]));
    for (const { run } of runs) run.close();
  });

  it('counts a name for all of them when nobody says who asks, and for none that is closed', async () => {
    const [one, two, closed] = [open('c'), open('d'), open('e')];
    closed.close();
    const anonymous = `require('http').get({ port: ${new URL(one.environment['http_proxy'] ?? '').port}, host: '127.0.0.1', path: 'http://x.invalid/' })`;
    await show([process.execPath, '-e', anonymous]);
    expect(await Promise.all([one, two, closed].map((run) => run.names()))).toEqual([['x.invalid'], ['x.invalid'], []]);
    one.close();
    two.close();
  });
});

it('keeps the name of this machine to itself', async () => {
  const { names } = await runFenced(fence, root, ask(hostname()));
  expect(names).toEqual([]);
});

it('bounds the names that a client can ask the proxy for', async () => {
  const source = `
    const { port, hostname } = new URL(process.env.http_proxy);
    const socket = require('net').connect(port, hostname);
    const ask = (left) => left > 0 && require('http').get({ port, hostname, path: 'http://' + left + '.x.invalid/' }, (response) => response.resume().on('end', () => ask(left - 1)));
    socket.destroy();
    ask(300);
  `;
  const { names } = await runFenced(fence, root, [process.execPath, '-e', source]);
  expect(names).toHaveLength(256);
});
