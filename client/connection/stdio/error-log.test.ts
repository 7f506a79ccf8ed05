import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test-servers/client.ts';
import { openErrorLog } from './error-log.ts';

it('takes nothing more once all servers together have filled it', async () => {
  const home = temporaryFolder();
  const path = join(home, 'logs', 'mcp-stderr.log');
  const log = openErrorLog(home, 'docs', { hide: (text) => text, longest: 0 });
  const stderr = new PassThrough();
  const followed = log?.follow(stderr);
  truncateSync(path, 30 * 1024 * 1024 + 1);
  stderr.write('too much');
  stderr.end('again');
  await followed;
  const farewell = "\n===== MCP server 'docs' writes too much; the rest is dropped =====\n";
  expect(readFileSync(path, 'latin1').replace(/^\n=.+=\n\0+/, '')).toBe(farewell);
});
