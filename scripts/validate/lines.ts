import type { StoredFile } from './linter.ts';

/** A line of a file of JSON lines. */
export interface Line {
  /** Counts from 1. */
  number: number;
  text: string;
  /** `undefined` when the line is no JSON. */
  json: unknown;
}

/** Whether a file holds JSON lines. */
export function isLines({ path }: StoredFile): boolean {
  return path.endsWith('.jsonl');
}

/** The lines of a file of JSON lines; a piece without a newline at its end is a line too. */
export function linesOf({ text }: StoredFile): Line[] {
  const texts = text.split('\n');
  if (texts.at(-1) === '') texts.pop();
  return texts.map((line, index) => ({ number: index + 1, text: line, json: parseJson(line) }));
}

/** What a text says as JSON, or `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
