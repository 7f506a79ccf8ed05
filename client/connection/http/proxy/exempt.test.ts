import { describe, expect, it } from 'vitest';
import { isExempt } from './exempt.ts';

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://a.example/'],
    ['a.example', 'https://a.example/'],
    ['A.Example', 'https://a.example/'],
    ['a.example', 'https://deep.a.example/'],
    ['.a.example', 'https://deep.a.example/'],
    ['.a.example', 'https://a.example/'],
    ['*.a.example', 'https://deep.a.example/'],
    ['a.example:443', 'https://a.example/'],
    ['a.example:80', 'http://a.example/'],
    ['a.example:8443', 'https://a.example:8443/'],
    ['x.example , a.example', 'https://a.example./'],
    ['x.example a.example', 'https://a.example/'],
    ['10.0.0.0/8', 'https://10.1.2.3/'],
    ['10.1.2.3', 'https://10.1.2.3/'],
    ['10.1.2.3:9', 'https://10.1.2.3:9/'],
    ['fd00::/8', 'https://[fd00::1]/'],
    ['fd00:0:0:0::1', 'https://[fd00::1]/'],
    ['[fd00::1]:443', 'https://[fd00::1]/'],
  ])('%s names %s', (list, address) => {
    expect(isExempt(new URL(address), list)).toBe(true);
  });

  it.each([
    ['', 'https://a.example/'],
    [' , ', 'https://a.example/'],
    ['a.example', 'https://nota.example/'],
    ['*.a.example', 'https://a.example/'],
    ['a.example:80', 'https://a.example/'],
    ['example.a', 'https://a.example/'],
    ['10.0.0.0/8', 'https://11.1.2.3/'],
    ['10.0.0.0/8', 'https://a.example/'],
    ['10.0.0.0/99', 'https://10.1.2.3/'],
    ['10.0.0.0/', 'https://10.1.2.3/'],
    ['nonsense/8', 'https://10.1.2.3/'],
    ['10.1.2.3', 'https://110.1.2.3/'],
    ['1.2.3', 'https://10.1.2.3/'],
    ['fd00::/8', 'https://[fe80::1]/'],
    ['::/0', 'https://10.1.2.3/'],
  ])('"%s" does not name %s', (list, address) => {
    expect(isExempt(new URL(address), list)).toBe(false);
  });
});
