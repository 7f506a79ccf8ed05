import { describe, expect, it } from 'vitest';
import { parseHttpUrl } from './url.ts';

describe('parseHttpUrl', () => {
  it.each([
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    [' HTTP://127.0.0.1:8080 ', 'HTTP://127.0.0.1:8080'],
    ['https://user:pass@host/?q=1', 'https://user:pass@host/?q=1'],
    ['http://[::1]:80/', 'http://[::1]:80/'],
  ])('takes %j', (value, expected) => {
    expect(parseHttpUrl(value, 'url', 'mcp_servers.docs')).toBe(expected);
  });

  it.each([
    [42, 'a number'],
    [['https://x'], 'a list'],
    ['   ', 'an empty string'],
    ['mcp.example.com/mcp', 'one without a scheme'],
    ['/mcp', 'one without a scheme'],
    ['ftp://secret@host', 'the scheme "ftp"'],
    ['https:host/secret', 'one without a host'],
    ['https:///secret', 'one without a host'],
    ['https://host:99999/secret', 'one with an invalid host or port'],
    ['https://user:secret@', 'one with an invalid host or port'],
  ])('refuses %j and does not repeat it', (value, came) => {
    expect(() => parseHttpUrl(value, 'url', 'mcp_servers.docs')).toThrow(
      expect.objectContaining({
        code: 'invalid-value',
        where: 'mcp_servers.docs',
        message: `Expected "url" to be an http or https address, got ${came} (mcp_servers.docs)`,
      }),
    );
  });
});
