import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { docsEntry } from './testing/entry.ts';

const begins = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 16);
const http = { kind: 'http', url: 'https://mcp.example.com/mcp', headers: {} } as const;

describe('fingerprint', () => {
  it('is that of compact JSON with sorted keys', () => {
    expect(fingerprint(docsEntry())).toBe(
      begins(
        '{"args":["--all"],"command":"docs-server","tools_exclude":[],"tools_include":null,"transport":"stdio","url":null}',
      ),
    );
    expect(fingerprint(docsEntry({ transport: http, tools: { include: ['b', 'a'], exclude: ['d', 'c'] } }))).toBe(
      begins(
        '{"args":[],"command":null,"tools_exclude":["c","d"],"tools_include":["a","b"],"transport":"http",' +
          '"url":"https://mcp.example.com/mcp"}',
      ),
    );
  });

  it('does not know headers, environment and limits', () => {
    const stdio = { kind: 'stdio', command: 'docs-server', args: ['--all'], env: { TOKEN: 'x' } } as const;
    expect(fingerprint(docsEntry({ transport: { ...stdio, args: [...stdio.args] }, timeout: 1 }))).toBe(
      fingerprint(docsEntry()),
    );
    expect(fingerprint(docsEntry({ transport: { ...http, headers: { Authorization: 'x' } } }))).toBe(
      fingerprint(docsEntry({ transport: http })),
    );
  });

  it.each([
    docsEntry({ transport: { kind: 'stdio', command: 'docs-server', args: [], env: {} } }),
    docsEntry({ transport: { kind: 'stdio', command: 'wiki-server', args: ['--all'], env: {} } }),
    docsEntry({ transport: http }),
    docsEntry({ transport: { ...http, sse: true } }),
    docsEntry({ tools: { include: [], exclude: [] } }),
    docsEntry({ tools: { exclude: ['search'] } }),
  ])('differs for %j', (entry) => {
    expect(fingerprint(entry)).not.toBe(fingerprint(docsEntry()));
    expect(fingerprint(docsEntry({ transport: http }))).not.toBe(
      fingerprint(docsEntry({ transport: { ...http, sse: true } })),
    );
  });
});
