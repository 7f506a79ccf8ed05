import { writeSync } from 'node:fs';
import { maxLogBytes, openLogFile } from './log-file.ts';
import { plainLine } from './plain-line.ts';

type Level = 'debug' | 'info' | 'warning' | 'error';

/** Takes one event in words. Callers keep secrets out of it. `by`: who says so, when it is not this client. */
export type Log = (level: Level, message: string, by?: 'server') => void;

/** A line holds the longest message of a server that is logged, and what stands around it. */
const longestLine = 2400;

/**
 * Opens `<home>/logs/agent.log` for appending, one line an event: `<ISO time> <level> <message>`.
 * A log that cannot be written is given up silently: it must never end a talk. One that this process has filled ends
 * with a line that says so.
 *
 * @param now the time of an event
 */
export function openLog(home: string, now: () => Date = () => new Date()): Log {
  let written = 0;
  let file: number | undefined;
  return (level, message) => {
    if (written > maxLogBytes) return;
    const line = `${now().toISOString()} ${level} ${plainLine(message, longestLine)}\n`;
    written += Buffer.byteLength(line);
    const text =
      written > maxLogBytes ? `${now().toISOString()} warning log is full, this process writes no more\n` : line;
    try {
      file ??= openLogFile(home, 'agent.log');
      writeSync(file, text);
    } catch {
      written = Number.POSITIVE_INFINITY;
    }
  };
}
