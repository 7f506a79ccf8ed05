import type { Change } from './changes.ts';

const NOTICEABLE = 0.1;
const FEWEST = 3;

/** Puts the cost behind the first of some changes; alone, a cost is told that moved by a tenth. */
export function withTokens(changes: Change[], before: number | undefined, after: number | undefined): Change[] {
  const cost = tokenChange(before, after);
  const [first, ...rest] = changes;
  if (cost === 0) return changes;
  if (first !== undefined) return [{ ...first, text: `${first.text}, ${tokensText(cost)}` }, ...rest];
  return isNoticeable(before, after) ? [{ kind: 'changed', text: tokensText(cost) }] : [];
}

/** How many tokens more the result costs; 0 where one of the two is not known. */
export function tokenChange(before: number | undefined, after: number | undefined): number {
  return before === undefined || after === undefined ? 0 : after - before;
}

/** A client that writes how long a call took costs a token more or less each time: that is no change of its own. */
export function isNoticeable(before: number | undefined, after: number | undefined): boolean {
  return Math.abs(tokenChange(before, after)) >= Math.max(FEWEST, NOTICEABLE * (before ?? 0));
}

/** `+1,840 tokens`, `-1 token`; a range where runs differ: `-3 to +12 tokens`. */
export function tokensText(least: number, most = least): string {
  const noun = least === most && Math.abs(least) === 1 ? 'token' : 'tokens';
  return `${least === most ? signed(least) : `${signed(least)} to ${signed(most)}`} ${noun}`;
}

function signed(tokens: number): string {
  return `${tokens > 0 ? '+' : ''}${grouped(tokens)}`;
}

/** With a comma between thousands. Intl would do it, and costs 12 ms at every start. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
