import { isUtf8 } from 'node:buffer';
import { appendFileSync } from 'node:fs';

/** A frame as the server saw it: the bytes of a line or a body, without the newline; a response's or event's likewise. */
export interface TapEntry {
  dir: 'c2s' | 's2c';
  bytes: Buffer;
  /** HTTP only: the number of the request among those of its run. */
  exchange?: number;
  /** HTTP only: the head of a request or of an answer, secrets masked. */
  http?:
    | { method: string; path: string; headers: Record<string, string> }
    | { status: number; headers: Record<string, string> };
}

/** Where frames are written down. A line is kept when `line` returns, so it is called before an answer is sent. */
export interface Tap {
  line(entry: TapEntry): void;
}

/** A tap that keeps nothing, for use by hand. */
export const noTap: Tap = { line() {} };

/**
 * Appends frames to a file of JSON lines in the form of `data/schema/wire-line.schema.json`. A frame is one write at the
 * end of the file, so that processes may share it: `process` is the id of the one that wrote, `seq` counts its frames.
 */
export function fileTap(path: string): Tap {
  let seq = 0;
  return {
    line({ dir, exchange, http, bytes }) {
      seq += 1;
      const line = { seq, process: process.pid, exchange, dir, http, ...content(bytes) };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    },
  };
}

/** What is no UTF-8 would not come back from a JSON string as it was. */
function content(bytes: Buffer): { text: string } | { base64: string } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}
