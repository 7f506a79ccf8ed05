import { head, tail } from './cut.ts';

/** The most characters of one result that are passed on or kept (the original client's hard cap). */
export const LONGEST_RESULT = 2_000_000;

/** Leaves out the middle of a text over {@link LONGEST_RESULT}: its first 40 % and its last 60 % of the cap stay. */
export function capMiddle(text: string): string {
  if (text.length <= LONGEST_RESULT) return text;
  const first = head(text, LONGEST_RESULT * 0.4);
  const last = tail(text, LONGEST_RESULT * 0.6);
  const omitted = text.length - first.length - last.length;
  const of = `${omitted.toLocaleString('en-US')} of ${text.length.toLocaleString('en-US')}`;
  return `${first}\n\n... [MCP RESULT TRUNCATED: ${of} characters left out here] ...\n\n${last}`;
}
