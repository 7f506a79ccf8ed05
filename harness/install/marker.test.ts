import { expect, it } from 'vitest';
import { digestOf } from './marker.ts';

const FORM = { version: '1.0.0', npm: { a: '1.0.0', b: '2.0.0' } };

it('the digest of an installation changes with what is installed, and with nothing else', () => {
  const digest = digestOf(FORM, '/x');
  const same = [
    { ...FORM, npm: { b: '2.0.0', a: '1.0.0' } },
    { ...FORM, host: 'a.mjs', program: 'a' },
  ];
  for (const form of same) expect(digestOf(form, '/y')).toBe(digest);
  const others = [
    { ...FORM, version: '1.0.1' },
    { ...FORM, npm: { a: '1.0.0', b: '2.0.1' } },
    { ...FORM, overrides: { c: '1.0.0' } },
    { ...FORM, node: '24.0.0' },
    { ...FORM, pip: { a: '1.0.0' } },
  ];
  expect(new Set([digest, ...others.map((form) => digestOf(form, '/x'))])).toHaveProperty('size', others.length + 1);
});

it('a virtual environment that was moved is another one', () => {
  const form = { version: '1.0.0', pip: { a: '1.0.0' } };
  expect(digestOf(form, '/x')).not.toBe(digestOf(form, '/y'));
});
