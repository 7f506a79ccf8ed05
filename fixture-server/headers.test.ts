import { expect, it } from 'vitest';
import { recordedHeaders } from './headers.ts';

it('masks what carries a secret and nothing else', () => {
  const secret = [
    'Authorization',
    'Proxy-Authorization',
    'COOKIE',
    'Set-Cookie',
    'DPoP',
    'x-api-key',
    'X-Vendor-Token',
    'Token',
    'key',
    'apikey',
    'x-client-secret',
    'X-Hub-Signature',
  ];
  const shown = ['Mcp-Session-Id', 'Accept', 'x-keyed', 'x-tokens', 'monkey', 'dpop-nonce', 'WWW-Authenticate'];
  const recorded = recordedHeaders([...secret, ...shown].flatMap((name) => [name, 'value']));
  expect(Object.entries(recorded)).toEqual([
    ...secret.map((name) => [name.toLowerCase(), '{{masked}}']),
    ...shown.map((name) => [name.toLowerCase(), 'value']),
  ]);
});

it('keeps the order, joins what is repeated, and takes any name for a name', () => {
  const recorded = recordedHeaders([
    'X-B',
    '1',
    'x-a',
    '2',
    'x-b',
    '3',
    '__proto__',
    '4',
    'cookie',
    'a',
    'cookie',
    'b',
  ]);
  expect(Object.entries(recorded)).toEqual([
    ['x-b', '1, 3'],
    ['x-a', '2'],
    ['__proto__', '4'],
    ['cookie', '{{masked}}'],
  ]);
});
