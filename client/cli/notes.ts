import type { Writable } from 'node:stream';
import type { Log } from '../home/log.ts';
import { plainLine } from '../home/plain-line.ts';

/** How much stands on standard error: errors only, warnings too, or everything. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

const shown: Record<Verbosity, ReadonlySet<string>> = {
  quiet: new Set(['error']),
  normal: new Set(['error', 'warning']),
  verbose: new Set(['error', 'warning', 'info', 'debug']),
};

/**
 * Tells people what happens beside the answer: one line an event on `stderr`, as far as `verbosity` asks for it, and
 * everything in `log`. What a server says of itself is shown only to who wants to see everything. Control characters
 * are taken out: texts of servers come through here.
 */
export function createNotes(stderr: Writable, verbosity: Verbosity, log: Log): Log {
  return (level, message, by) => {
    log(level, message, by);
    const wanted = by === undefined ? shown[verbosity].has(level) : verbosity === 'verbose';
    if (wanted) stderr.write(`hermes: ${level}: ${plainLine(message)}\n`);
  };
}
