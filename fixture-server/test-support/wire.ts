import { readFileSync } from 'node:fs';
import type { TapEntry } from '../tap.ts';

/** A line of a tap file, parsed. */
export interface WireLine {
  seq: number;
  process: number;
  exchange?: number;
  dir: 'c2s' | 's2c';
  http?: { method?: string; path?: string; status?: number; headers: Record<string, string> };
  text?: string;
  base64?: string;
}

/** The lines of a tap file; processes are numbered by their first line. */
export function readWire(path: string): WireLine[] {
  const text = readFileSync(path, 'utf8');
  // Only a process that was killed leaves a line without an end.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WireLine)
    .map((line, _index, lines) => ({
      ...line,
      process: [...new Set(lines.map(({ process }) => process))].indexOf(line.process) + 1,
    }));
}

/** A tap in memory. */
export function memoryTap(): { entries: TapEntry[]; line(entry: TapEntry): void } {
  const entries: TapEntry[] = [];
  return { entries, line: (entry) => entries.push(entry) };
}
