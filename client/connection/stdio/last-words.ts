import { setTimeout as wait } from 'node:timers/promises';
import { nextTurn } from '../turn.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 25;
/** So many looks in a row without news mean that all has been read. */
const QUIET_LOOKS = 2;
/** After so many looks, less than this is no news: somebody else writes on. In bytes. */
const [PATIENT_LOOKS, TRICKLE_BYTES] = [6, 4096];
/** No pipe can have held more. In bytes. */
const PIPE_BYTES = 1024 * 1024;

/** How far the reading of an output has come. */
export interface Progress {
  bytes: number;
  lines: number;
  /** Bytes that have come and wait for the reader. */
  waiting: number;
}

/**
 * Resolves when all is read that a process wrote before it died, although others may hold its output open and write on;
 * in 50 ms, or where they do in 200. Between two looks lies a turn of the event loop, so that nothing is missed on a
 * machine that is too busy to read.
 */
export async function readToEnd(look: () => Progress): Promise<void> {
  const first = look();
  let last = first;
  for (let looks = 1, quiet = 0; quiet < QUIET_LOOKS; looks += 1) {
    await wait(LOOK_MS, undefined, { ref: false });
    await nextTurn();
    const now = look();
    if (now.bytes - first.bytes > PIPE_BYTES) return;
    const patient = looks <= PATIENT_LOOKS;
    const came = now.bytes - last.bytes >= (patient ? 1 : TRICKLE_BYTES) || (patient && now.lines !== last.lines);
    quiet = came || now.waiting > 0 ? 0 : quiet + 1;
    last = now;
  }
}
