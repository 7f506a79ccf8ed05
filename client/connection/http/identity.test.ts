import { describe, expect, it } from 'vitest';
import type { HttpTransport } from '../../types.ts';
import { clientInfo } from '../test-servers/client.ts';
import { createHttpClient } from './client.ts';

async function headersOf(transport: Partial<HttpTransport>, home = '/home/me/.hermes') {
  const entry: HttpTransport = { kind: 'http', url: 'http://127.0.0.1:1/', headers: {}, ...transport };
  const client = await createHttpClient('docs', entry, { clientInfo, home, environment: {} });
  client.destroy();
  return client.headers;
}

describe('the header that tells who asks', () => {
  it('is not sent where the entry has none', async () => {
    expect(Object.keys(await headersOf({}))).toEqual(['accept-encoding', 'mcp-protocol-version', 'user-agent']);
  });

  it('has a fixed value', async () => {
    expect(await headersOf({ identityHeader: { name: 'X-Who', value: 'me' } })).toMatchObject({ 'x-who': 'me' });
  });

  it.each([
    ['/home/me/.hermes', 'default'],
    ['/home/me/.hermes/profiles/work', 'work'],
    ['/srv/agent', 'default'],
  ])('of a home %s can have the name of its profile, %s', async (home, name) => {
    expect(await headersOf({ identityHeader: { name: 'X-Who', profile: true } }, home)).toMatchObject({
      'x-who': name,
    });
  });

  it('yields to a header of the entry, in any casing', async () => {
    const headers = await headersOf({ identityHeader: { name: 'X-Who', value: 'me' }, headers: { 'x-WHO': 'you' } });
    expect(headers['x-who']).toBe('you');
  });

  it('stands over the headers of the client itself', async () => {
    expect(await headersOf({ identityHeader: { name: 'User-Agent', value: 'me' } })).toMatchObject({
      'user-agent': 'me',
    });
  });

  it('must be one', async () => {
    await expect(headersOf({ identityHeader: { name: 'X-Who', value: 'a\nb' } })).rejects.toMatchObject({
      code: 'invalid_entry',
    });
  });
});
