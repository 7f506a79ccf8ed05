import { describe, expect, it } from 'vitest';
import { publicArgv } from './public-argv.ts';

const mask = { hide: (text: string) => text.replaceAll('own-secret', '[REDACTED]') };
const M = '[REDACTED]';

describe('publicArgv', () => {
  it.each([
    [
      ['/bin/node', 'server.js', '--port', '8080'],
      ['/bin/node', 'server.js', '--port', '8080'],
    ],
    [
      ['s', 'a own-secret b'],
      ['s', `a ${M} b`],
    ],
    [
      ['s', '--api-key', 'abc', 'x'],
      ['s', '--api-key', M, 'x'],
    ],
    [
      ['s', '--token=abc', 'PASSWORD=x\ny'],
      ['s', `--token=${M}`, `PASSWORD=${M}`],
    ],
    [
      ['s', '--header', 'X-Any: thing'],
      ['s', '--header', M],
    ],
    [
      ['s', 'postgres://u:p@host/db'],
      ['s', `postgres://${M}@host/db`],
    ],
    [
      ['s', 'https://host/x?k=v'],
      ['s', `https://host/x?${M}`],
    ],
    [
      ['s', 'ghp_abcDEF123', 'sk-abc-1'],
      ['s', M, M],
    ],
    [
      ['s', 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2'],
      ['s', M],
    ],
    [
      ['s', '@modelcontextprotocol/server-filesystem'],
      ['s', '@modelcontextprotocol/server-filesystem'],
    ],
    [
      ['s', 'two\nlines'],
      ['s', 'two lines'],
    ],
  ])('%j', (argv, shown) => {
    expect(publicArgv(argv, mask)).toEqual(shown);
  });

  it('is bounded', () => {
    const shown = publicArgv(['s', 'x y '.repeat(1000), ...Array.from({ length: 100 }, () => 'a')], mask);
    expect(shown).toHaveLength(17);
    expect(JSON.stringify(shown).length).toBeLessThan(400);
  });
});
