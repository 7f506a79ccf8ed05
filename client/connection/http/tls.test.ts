import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { HttpTransport, TlsSettings } from '../../types.ts';
import { connect } from '../connect.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { certificate, passphrase } from '../test-servers/certificates.ts';
import { connected, failure, temporaryFolder } from '../test-servers/client.ts';
import { answering, httpBench, serve } from '../test-servers/http.ts';
import { eventServer } from '../test-servers/sse.ts';

const server = { cert: certificate('server.pem').content, key: certificate('server.key').content };
const authority = certificate('authority.pem');
const mutual = { ...server, ca: authority.content, requestCert: true, rejectUnauthorized: true };
const path = (name: string) => certificate(name).path;
const ca = authority.path;

async function connectWith(
  tls: TlsSettings | undefined,
  options: typeof mutual | typeof server,
  more: Partial<HttpTransport> = {},
) {
  const { url } = await serve(answering(handshakeServer), options);
  return httpBench(url, {}, {}, { ...(tls && { tls }), ...more });
}

describe('the certificate of a server', () => {
  it.each<[string, TlsSettings]>([
    ['the bundle that vouches for it', { ca }],
    ['the order to look away', { verify: false }],
  ])('is accepted with %s', async (_with, tls) => {
    const connection = await connected(await connectWith(tls, server));
    expect(await connection.listTools()).toHaveLength(1);
  });

  it.each<[string, TlsSettings | undefined]>([
    ['no settings', undefined],
    ['a bundle that does not vouch for it', { ca: path('client.pem') }],
  ])('is refused with %s, and no message went out', async (_with, tls) => {
    const { entry, context } = await connectWith(tls, server);
    const error = await failure(connect(entry, context));
    expect(error).toMatchObject({ code: 'unreachable', delivery: 'none' });
    expect(error.message).toMatch(/^MCP server "docs" cannot be reached: POST to https:.* failed: [A-Z_]+$/);
  });
});

describe('the certificate of the client', () => {
  const forms: [string, TlsSettings][] = [
    ['a file and its key', { ca, cert: path('client.pem'), key: path('client.key') }],
    ['one file with both', { ca, cert: path('client-combined.pem') }],
    ['a key under a passphrase', { ca, cert: path('client.pem'), key: path('client-encrypted.key'), passphrase }],
  ];

  it.each(forms)('is shown over Streamable HTTP, and to the check before it: %s', async (_form, tls) => {
    const { url, received } = await serve(answering(handshakeServer), mutual);
    await connected(httpBench(url, {}, {}, { tls }));
    expect(received.map(({ method }) => method).slice(0, 2)).toEqual(['HEAD', 'POST']);
  });

  it.each(forms)('is shown over SSE: %s', async (_form, tls) => {
    const { url } = await eventServer({ tls: mutual });
    const connection = await connected(httpBench(url, {}, {}, { tls, sse: true }));
    expect(await connection.listTools()).toHaveLength(1);
  });

  it('is missed by a server that wants it', async () => {
    const { entry, context } = await connectWith({ ca }, mutual, { skipPreflight: true });
    expect((await failure(connect(entry, context))).code).toBe('unreachable');
  });

  it('is not shown where a redirect leads away', async () => {
    let shown: object | undefined;
    const answer = answering(handshakeServer);
    const other = await serve(
      (received, response) => {
        shown = (response.socket as TLSSocket).getPeerCertificate();
        return answer(received, response);
      },
      { ...mutual, rejectUnauthorized: false },
    );
    const own = await serve(
      (_received, response) => void response.writeHead(307, { location: other.url }).end(),
      mutual,
    );
    const tls = { ca, cert: path('client-combined.pem') };
    await connected(httpBench(own.url, {}, {}, { tls, skipPreflight: true }));
    expect(shown).toEqual({});
  });
});

describe('files of TLS settings', () => {
  const files = () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'no.pem'), 'no certificate');
    return { missing: join(folder, 'missing.pem'), wrong: join(folder, 'no.pem') };
  };

  it('that cannot be read are named', async () => {
    const { missing } = files();
    const { entry, context } = await connectWith({ cert: missing }, server);
    expect(await failure(connect(entry, context))).toMatchObject({
      code: 'invalid_entry',
      message: `Expected "client_cert" to name a file that can be read, got ENOENT for ${missing} (mcp_servers.docs)`,
    });
  });

  it.each<[string, (wrong: string) => TlsSettings]>([
    ['no certificate', (wrong) => ({ cert: wrong, key: path('client.key') })],
    ['the key of another', () => ({ cert: path('client.pem'), key: path('server.key') })],
    [
      'another passphrase',
      () => ({ cert: path('client.pem'), key: path('client-encrypted.key'), passphrase: 'close-sesame' }),
    ],
  ])('that do not fit together are named, without the passphrase: %s', async (_what, settings) => {
    const { entry, context } = await connectWith(settings(files().wrong), server);
    const error = await failure(connect(entry, context));
    expect(error.code).toBe('invalid_entry');
    expect(error.message).toMatch(
      /^Expected certificates and a key that fit together in .*, got ERR_[A-Z0-9_]+ \(mcp_servers\.docs\)$/,
    );
    expect(error.message).not.toContain('close-sesame');
  });
});
