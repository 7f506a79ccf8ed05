import { describe, expect, it } from 'vitest';
import type { HttpTransport } from '../types.ts';
import { createMask, maskError } from './secrets.ts';

const stdio = (env: Record<string, string>) => createMask({ kind: 'stdio', command: 'a', args: [], env });

describe('a mask', () => {
  it('hides every value of the environment, wherever it stands and in every form', () => {
    const { hide } = stdio({ TOKEN: 'pa"ss wörd&1' });
    const text = `${JSON.stringify({ said: 'bad pa"ss wörd&1' })} ?t=pa%22ss+w%C3%B6rd%261 #pa%22ss%20w%C3%B6rd%261`;
    expect(hide(text)).toBe('{"said":"bad [REDACTED]"} ?t=[REDACTED] #[REDACTED]');
  });

  it('hides each line of a secret of several lines', () => {
    const { hide } = stdio({ KEY: '-----BEGIN-----\nabcdefgh\r\n  ijklmnop\n-----END-----\n' });
    expect(hide('"abcdefgh\\nijklmnop"')).toBe('"[REDACTED]\\n[REDACTED]"');
  });

  it('hides the longer of two secrets that share their beginning', () => {
    const { hide, longest } = stdio({ A: 'secret', B: 'secret-longer' });
    expect([hide('secret-longer secret'), longest]).toEqual(['[REDACTED] [REDACTED]', 13]);
  });

  it('leaves short values alone, and everything where there are none', () => {
    expect(stdio({ DEBUG: 'true', PORT: '8080' }).hide('true 8080')).toBe('true 8080');
    expect(stdio({})).toMatchObject({ longest: 0 });
  });

  it('hides header values with and without their scheme, and what an address carries', () => {
    const { hide } = createMask({
      kind: 'http',
      url: 'http://user-name:p%40ssword@h/mcp?key=s3cret-query&v=2',
      headers: { Authorization: 'Bearer tok-123456', 'X-Key': 'key-987654' },
    });
    expect(hide('Bearer tok-123456, tok-123456, key-987654')).toBe('[REDACTED], [REDACTED], [REDACTED]');
    expect(hide('no user-name p%40ssword p@ssword at /mcp?key=s3cret-query&v=2')).toBe(
      'no [REDACTED] [REDACTED] [REDACTED] at /mcp?key=[REDACTED]&v=2',
    );
  });

  it('takes values that no address can hold, and addresses that are none', () => {
    expect(stdio({ A: '\ud800 lone surrogate' }).hide('x \ud800 lone surrogate')).toBe('x [REDACTED]');
    expect(createMask({ kind: 'http', url: 'nonsense', headers: {} }).longest).toBe(0);
    expect(createMask({ kind: 'http', url: 'http://%E0%A4%A:x@h', headers: {} }).hide('%E0%A4%A')).toBe('[REDACTED]');
  });

  it('hides what is left of a secret that was cut', () => {
    const { hide } = stdio({ TOKEN: 'pa"ss-word-123' });
    expect(hide('"pa\\"ss-w…" pa"ss-…, pa"ss…, pa"ss-w pa"ss-x…')).toBe(
      '"[REDACTED]…" [REDACTED]…, pa"ss…, pa"ss-w pa"ss-x…',
    );
  });

  it('leaves a long text alone where it only seems to be cut, and is done with it at once', () => {
    const text = 'sec…secret…'.repeat(1_000_000);
    expect(stdio({ A: 'secret-longer' }).hide(text)).toBe(text);
  });
});

describe('a mask over an entry', () => {
  const maskOf = (more: Partial<HttpTransport>, environment: NodeJS.ProcessEnv = {}) =>
    createMask({ kind: 'http', url: 'https://h/mcp', headers: {}, ...more }, environment);

  it.each<[string, string, Partial<HttpTransport>]>([
    ['the passphrase of its key', 'pass-phrase', { tls: { cert: '/c', passphrase: 'pass-phrase' } }],
    ['its identity', 'agent-0042', { identityHeader: { name: 'X-Agent', value: 'agent-0042' } }],
    [
      'what follows the scheme of its identity',
      'id-123456',
      { identityHeader: { name: 'X', value: 'Token id-123456' } },
    ],
    ['its OAuth secret', 'client-s3cret', { oauth: { client_secret: 'client-s3cret' } }],
    ['its OAuth secret of digits', '12345678', { oauth: { client_secret: 12345678 } }],
    ['what a placeholder stood for', 'from-env', { secrets: ['from-env'] }],
    [
      'a key in the path of its address',
      '0a1b2c3d4e5f60718293a4b5',
      { url: 'https://h/s/0a1b2c3d4e5f60718293a4b5/mcp' },
    ],
    ['the header of the credentials of its address', 'bWU6d29yZA==', { url: 'https://me:word@h/mcp' }],
    ['the password of Basic credentials', 'pass-word', { headers: { Authorization: 'Basic bWU6cGFzcy13b3Jk' } }],
    ['one of its cookies', 'c00kie-1', { headers: { Cookie: 'a=b; session=c00kie-1' } }],
  ])('hides %s', (_what, secret, more) => {
    expect(maskOf(more).hide(`"${secret}" is unknown`)).toBe('"[REDACTED]" is unknown');
  });

  it.each(['http_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'])('hides the credentials of %s', (name) => {
    const { hide } = maskOf({}, { [name]: 'proxy-user:pr%20xy-word@p:3128' });
    const header = Buffer.from('proxy-user:pr xy-word').toString('base64');
    expect(hide(`proxy-user, pr%20xy-word, pr xy-word, ${header} at p:3128`)).toBe(
      '[REDACTED], [REDACTED], [REDACTED], [REDACTED] at p:3128',
    );
  });

  it('does not take its profile and its OAuth client for secrets', () => {
    const { longest } = maskOf({
      identityHeader: { name: 'X', profile: true },
      oauth: { client_id: 'public-client' },
      tls: { cert: '/cert.pem' },
    });
    expect(longest).toBe(0);
  });

  it.each([
    [['--api-key', 'key-123456'], 'key-123456'],
    [['--api-key=key-123456'], 'key-123456'],
    [['API_TOKEN=key-123456'], 'key-123456'],
    [['--header', 'X-Any: key-123456'], 'key-123456'],
    [['-H', 'Authorization: Bearer key-123456'], 'key-123456'],
    [['--header=Authorization:Bearer key-123456'], 'key-123456'],
    [['https://h/mcp?k=key-123456'], 'key-123456'],
    [['--url=https://me:key-123456@h/mcp'], 'key-123456'],
    [['0a1b2c3d4e5f60718293a4b5'], '0a1b2c3d4e5f60718293a4b5'],
    [['--password', 'two words'], 'two words'],
  ])('hides a secret in the arguments %j', (args, secret) => {
    const { hide } = createMask({ kind: 'stdio', command: 'a', args, env: {} });
    expect(hide(`no ${secret}!`)).toBe('no [REDACTED]!');
  });

  it('leaves other arguments alone', () => {
    const args = ['-y', '@scope/server', '--port', '808080', '--root=/home/ada/docs', 'https://h/mcp'];
    expect(createMask({ kind: 'stdio', command: 'a', args, env: {} }).longest).toBe(0);
  });

  it.each([
    ['an address', 'postgres://me:key-123456@h/db'],
    ['a header', 'Bearer key-123456'],
    ['JSON', '{"headers": {"Authorization": "Bearer key-123456"}}'],
    ['something like JSON', '{"token": "key-123456"'],
  ])('hides a secret within a variable that holds %s', (what, value) => {
    const within = what === 'something like JSON' ? value : 'key-123456';
    expect(stdio({ CONFIG: value }).hide(`no ${within}!`)).toBe('no [REDACTED]!');
  });
});

describe('maskError', () => {
  it('changes the message, and nothing that is no error', () => {
    const { hide } = stdio({ A: 'tok-123456' });
    const error = new Error('no tok-123456');
    expect(maskError(error, hide)).toBe(error);
    expect([error.message, maskError('tok-123456', hide)]).toEqual(['no [REDACTED]', 'tok-123456']);
  });
});
