import { closeSync, fstatSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';

/** The head of a line, as `fileTap` writes it, and how many bytes are enough to hold it. */
const HEAD = /^\{"seq":(\d+),"process":(\d+),/;
const HEAD_BYTES = 64;

/** How often, a millisecond apart, a number is asked for before its holder is taken for killed. */
const PATIENCE = 2000;

/** What is known of the file: the highest numbers given, and where its last whole line ends. */
interface Known {
  seq: number;
  process: number;
  end: number;
}

/**
 * A function that appends one line to a file which other processes may be writing too. `lineOf` gets the line's number
 * in the file and the number of this process, which it has from its first line on.
 *
 * Who may write line n is whoever could create `<path>.<n>`, which is removed once the line is written. A process that
 * is killed in between leaves a number that nobody gets; it blocks that number only, and no process waits for it twice.
 * Half a line at the end is what such a process left: it is cut off, its frame was never answered.
 */
export function appender(path: string): (lineOf: (seq: number, process: number) => string) => void {
  const known: Known = { seq: 0, process: 0, end: 0 };
  let self: number | undefined;
  let skipped = 0;

  function append(file: number, lineOf: (seq: number, process: number) => string): boolean {
    const seq = Math.max(known.seq, skipped) + 1;
    const claim = `${path}.${seq}`;
    if (!create(claim)) return false;
    try {
      const size = look(file, known);
      // Another process wrote this number and let go of it between the last look and the claim.
      if (known.seq >= seq) return false;
      if (known.end < size) ftruncateSync(file, known.end);
      self ??= known.process + 1;
      writeWhole(file, Buffer.from(`${lineOf(seq, self)}\n`));
      return true;
    } finally {
      unlinkSync(claim);
    }
  }

  return (lineOf) => {
    const file = openSync(path, 'a+');
    try {
      look(file, known);
      for (let attempt = 1; !append(file, lineOf); attempt += 1) {
        if (attempt % PATIENCE === 0) skipped = Math.max(known.seq, skipped) + 1;
        pause();
        look(file, known);
      }
    } finally {
      closeSync(file);
    }
  };
}

/** Reads the lines that came since the last look. Answers with the size of the file. */
function look(file: number, known: Known): number {
  const { size } = fstatSync(file);
  // The file was emptied or made anew.
  if (size < known.end) Object.assign(known, { seq: 0, process: 0, end: 0 });
  const bytes = Buffer.alloc(size - known.end);
  const length = readSync(file, bytes, 0, bytes.length, known.end);
  let start = 0;
  for (let at = bytes.indexOf('\n'); at !== -1 && at < length; at = bytes.indexOf('\n', start)) {
    const head = HEAD.exec(bytes.toString('latin1', start, Math.min(at, start + HEAD_BYTES)));
    known.seq = Math.max(known.seq, Number(head?.[1] ?? 0));
    known.process = Math.max(known.process, Number(head?.[2] ?? 0));
    start = at + 1;
  }
  known.end += start;
  return size;
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function create(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits a millisecond without giving up the turn: the frame has to be on disk before it is answered. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
