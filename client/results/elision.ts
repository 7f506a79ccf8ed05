import { head } from './cut.ts';

const SHORTEST = 1000;
const SEARCHED = 65_536;

// What providers write where they left something out; in JSON inside of JSON a quote has a backslash before it.
const MARKS = [/\.{3}\s*\d+\s+more\s+items?/i, /\\?"has_more\\?"\s*:\s*true/i, /saved to sandbox/i, /data_preview/i];

/** Adds a line to a result in which the provider itself left something out, so that a part is not taken for all. */
export function withElisionNotice(content: string): string {
  if (content.length < SHORTEST) return content;
  const searched = head(content, SEARCHED);
  if (!MARKS.some((mark) => mark.test(searched))) return content;
  return `${content}\n[hermes note: the provider left out part of its data here (it says "N more items", has_more or the like). Fetch the rest before you count or list anything as complete.]`;
}
