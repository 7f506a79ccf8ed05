import type { Status, Tier } from '../registry/evidence.ts';

const GLYPHS: Record<Status, string> = { full: '●', partial: '◐', unsupported: '○', untested: '·' };
const NOT_RECORDED = '—';

/** A status as one character; `undefined` where nobody has looked. */
export function glyphOf(status: Status | undefined): string {
  return status === undefined ? NOT_RECORDED : GLYPHS[status];
}

/** A status as a cell shows it. */
export function shownStatus(status: Status | undefined): string {
  return `${glyphOf(status)} ${status ?? 'not recorded'}`;
}

/** What stands beside a glyph where there is room for one character: nothing for what was probed. */
export function letterOf(tier: Tier): string {
  return tier === 'probed' ? '' : `<sup>${tier.charAt(0)}</sup>`;
}
