import { quotable } from '../cut.ts';

/**
 * One content block as text. `usable` is false for white space and for notices that something was left out: such a text
 * does not speak for the result.
 */
export interface Rendered {
  text: string;
  usable: boolean;
}

export function usable(text: string): Rendered {
  return { text, usable: true };
}

/** A line in brackets that tells the model what it does not get, and why. */
export function notice(text: string): Rendered {
  return { text: `[${text}]`, usable: false };
}

/** What a block says of itself, for a notice: `type=video, mimeType=video/mp4`, the members that it has. */
export function traits(block: Record<string, unknown>, names: readonly string[]): string {
  return names
    .filter((name) => ['string', 'number'].includes(typeof block[name]))
    .map((name) => `${name}=${quotable(String(block[name]), 1000)}`)
    .join(', ');
}
