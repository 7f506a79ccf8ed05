import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../text.ts';

/**
 * Opens `<home>/logs/mcp-stderr.log` for the stderr of a server that is about to start, behind a header line with the
 * time and the server's name. Without a writable log the server starts all the same, and its stderr is dropped.
 */
export function openErrorLog(home: string, server: string): { stdio: number | 'ignore'; close(): void } {
  try {
    const folder = join(home, 'logs');
    mkdirSync(folder, { recursive: true });
    // What a server complains about may hold secrets of the user.
    const file = openSync(join(folder, 'mcp-stderr.log'), 'a', 0o600);
    writeSync(file, `\n===== [${timestamp(new Date())}] starting MCP server '${oneLine(server)}' =====\n`);
    return { stdio: file, close: () => closeSync(file) };
  } catch {
    return { stdio: 'ignore', close: () => undefined };
  }
}

function timestamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')}`;
}
