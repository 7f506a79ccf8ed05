import { closeSync, fstatSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { maxLogBytes, openLogFile } from '../../home/log-file.ts';
import type { Mask } from '../secrets.ts';
import { oneLine } from '../text.ts';

/** The log that takes the stderr of one server. */
export interface ErrorLog {
  /** Takes all that comes, and resolves when the stream has closed and everything is written. */
  follow(stderr: Readable): Promise<void>;
  /** Ends a log that follows no stream. */
  close(): void;
}

/**
 * Opens `<home>/logs/mcp-stderr.log` for the stderr of a server that is about to start, behind a header line with the
 * time and the server's name. What the server writes is masked, and past 10 MiB dropped, as is everything once all servers
 * together have filled the file. Undefined where no log can be written: a server starts all the same.
 */
export function openErrorLog(home: string, server: string, mask: Mask): ErrorLog | undefined {
  const file = openWithHeader(home, server);
  if (file === undefined) return undefined;
  return {
    follow: (stderr) =>
      new Promise((resolve) => {
        const write = limitedWriter(file, server);
        const decoder = new StringDecoder('utf8');
        let held = '';
        stderr.on('data', (chunk: Buffer) => {
          const text = mask.hide(held + decoder.write(chunk));
          // A secret may be cut in two by the pipe. None spans lines, so only the last line can hold its beginning.
          const begun = text.slice(text.lastIndexOf('\n') + 1);
          held = mask.longest > 1 ? begun.slice(-(mask.longest - 1)) : '';
          write(text.slice(0, text.length - held.length));
        });
        stderr.on('error', () => undefined);
        stderr.once('close', () => {
          write(mask.hide(held + decoder.end()));
          closeSync(file);
          resolve();
        });
      }),
    close: () => closeSync(file),
  };
}

function openWithHeader(home: string, server: string): number | undefined {
  try {
    const file = openLogFile(home, 'mcp-stderr.log');
    writeSync(file, `\n===== [${timestamp(new Date())}] starting MCP server '${oneLine(server)}' =====\n`);
    return file;
  } catch {
    return undefined;
  }
}

/** A log is set aside when it has the size of one writer's share; what runs then goes on in it, up to this. In bytes. */
const MAX_FILE_BYTES = 3 * maxLogBytes;

/** Writes up to the limit, and then a last line that says so. A full disk ends it without a word. */
function limitedWriter(file: number, server: string): (text: string) => void {
  let left = maxLogBytes;
  return (text) => {
    if (text === '' || left < 0) return;
    left -= Buffer.byteLength(text);
    try {
      if (fstatSync(file).size > MAX_FILE_BYTES) left = -1;
      const farewell = `\n===== MCP server '${oneLine(server)}' writes too much; the rest is dropped =====\n`;
      writeSync(file, left < 0 ? farewell : text);
    } catch {
      left = -1;
    }
  };
}

function timestamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')}`;
}
