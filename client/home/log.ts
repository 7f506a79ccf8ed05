import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainLine } from './plain-line.ts';

type Level = 'debug' | 'info' | 'warning' | 'error';

/** Takes one event in words. Callers keep secrets out of it. */
export type Log = (level: Level, message: string) => void;

/** One process writes at most this many bytes of log, so that a talkative server cannot fill the disk. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Opens `<home>/logs/agent.log` for appending, one line an event: `<ISO time> <level> <message>`.
 * A log that cannot be written is given up silently: it must never end a talk.
 *
 * @param now the time of an event
 */
export function openLog(home: string, now: () => Date = () => new Date()): Log {
  const folder = join(home, 'logs');
  const path = join(folder, 'agent.log');
  let written = 0;
  let open = false;
  return (level, message) => {
    const line = `${now().toISOString()} ${level} ${plainLine(message)}\n`;
    if (written > maxBytes) return;
    written += Buffer.byteLength(line);
    const text =
      written > maxBytes ? `${now().toISOString()} warning log is full, this process writes no more\n` : line;
    try {
      if (!open) mkdirSync(folder, { recursive: true, mode: 0o700 });
      open = true;
      appendFileSync(path, text, { mode: 0o600 });
    } catch {
      written = Number.POSITIVE_INFINITY;
    }
  };
}
