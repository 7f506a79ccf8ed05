import { isUtf8 } from 'node:buffer';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { FixtureError } from './error.ts';

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

/** The longest tap in bytes (32 MiB): a client that sends without end must not fill the disk. */
const MAX_TAP_BYTES = 32 * 1024 * 1024;

/** A tap that keeps nothing, for use by hand. */
export const noTap: Tap = { line() {} };

/**
 * Appends frames to a file of JSON lines in the form of `data/schema/wire-line.schema.json`. A frame is one write at the
 * end of the file, so that processes may share it: `process` is the id of the one that wrote, `seq` counts its frames. A
 * frame that cannot be written makes `line` throw, and leaves a file beside that says so ({@link faultOfTap}): what follows
 * such a frame says more about the tap than about the client.
 */
export function fileTap(path: string, limit = MAX_TAP_BYTES): Tap {
  let seq = 0;
  return {
    line({ dir, exchange, http, bytes }) {
      seq += 1;
      const line = { seq, process: process.pid, exchange, dir, http, ...content(bytes) };
      try {
        append(path, Buffer.from(`${JSON.stringify(line)}\n`), limit);
      } catch (error) {
        tellFault(path, (error as Error).message);
        throw error;
      }
    },
  };
}

function append(path: string, line: Buffer, limit: number): void {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size + line.length > limit)
    throw new FixtureError('tap-full', `Expected the tap to stay within ${limit} bytes, got a line too many`);
  appendFileSync(path, line);
}

/** Why a frame could not be written to the tap at `path`; `undefined` when all of them were. */
export function faultOfTap(path: string): string | undefined {
  if (!existsSync(besideTap(path))) return undefined;
  // Where there was no room for a frame, there may have been none for the reason.
  return readFileSync(besideTap(path), 'utf8') || 'there was no room to say why';
}

function tellFault(path: string, message: string): void {
  try {
    writeFileSync(besideTap(path), message);
  } catch {
    // An empty file is created before its content is refused, and is enough.
  }
}

function besideTap(path: string): string {
  return `${path}.fault`;
}

/** What is no UTF-8 would not come back from a JSON string as it was. */
function content(bytes: Buffer): { text: string } | { base64: string } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}
