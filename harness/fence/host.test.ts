import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalHost, isLoopback } from './host.ts';

it.each([
  ['EXAMPLE.invalid.', 'example.invalid'],
  ['bücher.invalid', 'xn--bcher-kva.invalid'],
  ['_http._tcp.example.invalid', '_http._tcp.example.invalid'],
  ['[2001:DB8:0::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.1', '192.0.2.1'],
  ['2130706433', '127.0.0.1'],
])('spells %s as %s', (text, host) => {
  expect(canonicalHost(text)).toBe(host);
});

it.each(['', '.', 'a b', 'a/b', 'user@host', 'host:80', 'a?b', 'a#b', 'a%20b', 'a\nb', '`a`', '<a>', 'x'.repeat(254)])(
  'takes %j for no host',
  (text) => {
    expect(canonicalHost(text)).toBeUndefined();
  },
);

it('lets nothing through that would need care where it is printed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.ipV6()), (text) => {
      expect(canonicalHost(text) ?? 'none').toMatch(/^[a-z0-9_.:-]{1,253}$/);
    }),
  );
});

it.each([
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.9.9.9',
  '127.1',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '0.0.0.0',
  '::',
])('knows %s for the loopback', (text) => {
  expect(isLoopback(canonicalHost(text) ?? '')).toBe(true);
});

it.each([
  'example.invalid',
  'localhost.example.invalid',
  '127.0.0.1.example.invalid',
  '192.0.2.1',
  '::2',
  '::ffff:192.0.2.1',
  '1.127.0.0',
])('knows %s for another machine', (text) => {
  const host = canonicalHost(text);
  expect(host).toBeDefined();
  expect(isLoopback(host ?? '')).toBe(false);
});
