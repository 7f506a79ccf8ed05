import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { handshakeServer } from '../test-servers/answers.ts';
import { type Bench, connected, failure, stdioBench, temporaryFolder } from '../test-servers/client.ts';
import { serve } from '../test-servers/http.ts';

const server = fileURLToPath(new URL('../test-servers/stdio.mjs', import.meta.url));

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** A machine with an npx that only says that it ran, and a package in its cache that is the raw server. */
function machine(mode: number): Bench & { npxRan: () => boolean } {
  const root = temporaryFolder();
  const ran = join(root, 'ran');
  write(join(root, 'bin', 'npx'), `#!/bin/sh\necho > '${ran}'\n`, 0o755);
  const cached = join(root, 'npm', '_npx', '0123456789abcdef');
  const installed = join(cached, 'node_modules', 'raw-server');
  write(join(cached, 'package.json'), '{"_npx":{"packages":["raw-server"]}}');
  write(join(installed, 'package.json'), '{"name":"raw-server","bin":"cli.js"}');
  write(join(installed, 'cli.js'), `#!/usr/bin/env node\nimport(${JSON.stringify(server)});\n`, mode);
  const bench = stdioBench({ answers: handshakeServer });
  if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
  const [, plan = ''] = bench.entry.transport.args;
  const PATH = [join(root, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  bench.entry.transport = {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'raw-server', plan],
    env: { PATH, npm_config_cache: join(root, 'npm') },
    cwd: root,
  };
  return { ...bench, npxRan: () => existsSync(ran) };
}

describe('a server that npx runs', () => {
  it.each([
    ['may be executed', 0o755],
    ['may not', 0o644],
  ])('is started without npx from its cache, where its file %s', async (_which, mode) => {
    const bench = machine(mode);
    const connection = await connected(bench);
    expect([await connection.listTools(), bench.npxRan()]).toEqual([[expect.anything()], false]);
  });

  it('is started by npx otherwise', async () => {
    const bench = machine(0o755);
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    bench.entry.transport.args[1] = 'raw-server@1.0.0';
    await failure(connected(bench));
    expect(bench.npxRan()).toBe(true);
  });

  it.each([
    ['raw-server', { vulns: [{ id: 'MAL-2026-1' }] }, 'blocked'],
    ['raw-server@1.0.0', { vulns: [{ id: 'MAL-2026-1' }] }, 'blocked'],
    ['raw-server', {}, undefined],
  ])('is started when its package is not known as malware: %s, %j', async (spec, answer, code) => {
    const database = await serve((_received, response) => void response.end(JSON.stringify(answer)));
    const bench = machine(0o755);
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    bench.entry.transport.args[1] = spec;
    const context = { ...bench.context, osvCheck: { endpoint: database.url, cacheSeconds: 0 } };
    const outcome = await connected({ ...bench, context }).catch((error: unknown) => error);
    expect((outcome as { code?: string }).code).toBe(code);
    expect([existsSync(join(bench.home, 'record.jsonl')), bench.npxRan()]).toEqual([code === undefined, false]);
    expect(database.received).toHaveLength(1);
  });
});

it('a server is not started once the attempt is given up, also while its package is looked up', async () => {
  const attempt = new AbortController();
  const database = await serve(() => attempt.abort());
  const bench = machine(0o755);
  const context = { ...bench.context, osvCheck: { endpoint: database.url, cacheSeconds: 0 }, signal: attempt.signal };
  expect((await failure(connected({ ...bench, context }))).code).toBe('closed');
  expect(existsSync(join(bench.home, 'record.jsonl'))).toBe(false);
});

it('a server of another command is looked up nowhere', async () => {
  const database = await serve((_received, response) => void response.end('{}'));
  const bench = stdioBench({ answers: handshakeServer });
  await connected({ ...bench, context: { ...bench.context, osvCheck: { endpoint: database.url, cacheSeconds: 0 } } });
  expect(database.received).toEqual([]);
});
