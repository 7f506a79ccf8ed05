import { describe, expect, it } from 'vitest';
import { failure } from '../connection/test-servers/client.ts';
import { type Handler, serve } from '../connection/test-servers/http.ts';
import { createMalwareCheck } from './check.ts';
import { refuseMalware } from './refuse.ts';

/** A database on this machine, and how a start of a server by npx fares with it. */
async function start(handler: Handler, ...args: string[]) {
  const database = await serve(handler);
  const context = { osvCheck: { endpoint: database.url, cacheSeconds: 60 }, environment: {} };
  const check = createMalwareCheck();
  const refuse = (more = args) => refuseMalware('docs', { runner: 'npx', args: more }, context, check);
  return { database, refuse };
}

const answer =
  (body: unknown, status = 200): Handler =>
  (_received, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const advisories = (...ids: string[]) => ({ vulns: ids.map((id) => ({ id, summary: 'Malicious code' })) });

describe('refuseMalware', () => {
  it('asks for name, ecosystem and version, under a name of its own', async () => {
    const { database, refuse } = await start(answer({}), '-y', '@scope/server@1.2.3');
    await refuse();
    expect(database.received).toMatchObject([
      {
        method: 'POST',
        frame: { package: { name: '@scope/server', ecosystem: 'npm' }, version: '1.2.3' },
        headers: { 'content-type': 'application/json', 'user-agent': 'hermes-style-client osv-check' },
      },
    ]);
  });

  it('refuses what an advisory calls malware, and names three at most', async () => {
    const ids = ['GHSA-1', 'MAL-2024-1', 'MAL-2024-2', 'CVE-1', 'MAL-2024-3', 'MAL-2024-4'];
    const { refuse } = await start(answer(advisories(...ids)), '-y', 'evil');
    const error = await failure(refuse());
    expect([error.code, error.message]).toEqual([
      'blocked',
      'MCP server "docs" was not started: the npm package "evil" is reported as malware (MAL-2024-1, MAL-2024-2, MAL-2024-3, …)',
    ]);
  });

  it('lets pass what is only vulnerable, and remembers it', async () => {
    const { database, refuse } = await start(answer(advisories('GHSA-1', 'CVE-2024-1')), 'server');
    await refuse();
    await refuse();
    expect(database.received).toHaveLength(1);
  });

  it('asks for every package of a command, and for none where there is none', async () => {
    const { database, refuse } = await start(answer({}));
    await refuse(['-p', 'one', '-p', 'two', 'program']);
    await refuse(['./folder']);
    expect(database.received.map(({ frame }) => frame?.package)).toEqual([
      { name: 'one', ecosystem: 'npm' },
      { name: 'two', ecosystem: 'npm' },
    ]);
  });

  it.each<[string, Handler]>([
    ['fails', answer({}, 500)],
    ['is elsewhere', (_received, response) => void response.writeHead(302, { location: '/other' }).end()],
    ['answers with something else', answer({ vulns: 'none' })],
    ['answers with null', answer(null)],
    ['names no ids', answer({ vulns: [{}] })],
    ['answers with no JSON', (_received, response) => void response.end('<html>')],
    ['hangs up', (_received, response) => void response.destroy()],
    [
      'breaks off',
      (_received, response) => {
        response.writeHead(200, { 'content-length': '99' });
        response.write('{', () => response.destroy());
      },
    ],
    [
      'answers without an end',
      (_received, response) => {
        response.writeHead(200);
        const part = Buffer.alloc(1024 * 1024, ' ');
        const more = () => void response.write(part, (error) => (error ? undefined : more()));
        more();
      },
    ],
  ])('lets pass when the database %s, and asks anew', async (_how, handler) => {
    const { database, refuse } = await start(handler, 'server');
    await refuse();
    await refuse();
    expect(database.received).toHaveLength(2);
  });

  it('lets pass when nobody answers', async () => {
    const osvCheck = { endpoint: 'http://127.0.0.1:9/', cacheSeconds: 60 };
    await refuseMalware('docs', { runner: 'npx', args: ['server'] }, { osvCheck, environment: {} });
    expect.assertions(0);
  });
});
