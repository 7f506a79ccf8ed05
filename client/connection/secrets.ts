import type { ServerEntry } from '../types.ts';
import { secretsOf } from './entry-secrets.ts';

/** Keeps the secrets of one entry out of what its server says. */
export interface Mask {
  /** `text` with `[REDACTED]` for every secret. To be asked before a text is cut, so that none is left half. */
  hide: (text: string) => string;
  /** The length of the longest form of a secret, in UTF-16 units; 0 when there is none. */
  longest: number;
}

/** Shorter values are words like `true` or `8080`: to hide them would spoil texts and keep nothing secret. */
const SHORTEST = 6;
/** What is longer, in UTF-16 units, has not been cut yet. */
const LONGEST_CUT = 16_384;

/**
 * A mask over the secrets of an entry (`entry-secrets.ts`). Servers, and proxies on the way to them, repeat them when they
 * refuse them ("unknown token …").
 *
 * @param environment where proxies are named
 */
export function createMask(transport: ServerEntry['transport'], environment: NodeJS.ProcessEnv = {}): Mask {
  // A secret of several lines, a key for example, is recognised line by line.
  const lines = secretsOf(transport, environment).flatMap((value) => value.split(/[\r\n]+/).map((line) => line.trim()));
  const forms = [...new Set(lines.filter((line) => line.length >= SHORTEST).flatMap(formsOf))];
  // The longest first: one secret may be a part of another.
  forms.sort((one, other) => other.length - one.length);
  return {
    hide(text) {
      const left = forms.reduce((rest, form) => rest.replaceAll(form, '[REDACTED]'), text);
      return left.includes('…') && left.length <= LONGEST_CUT ? forms.reduce(hideBeginning, left) : left;
    },
    longest: forms[0]?.length ?? 0,
  };
}

/** Hides what a text has of a secret where it was cut within it, which `…` tells. */
function hideBeginning(text: string, secret: string): string {
  const head = secret.slice(0, SHORTEST);
  let left = text;
  for (let at = left.indexOf(head); at !== -1; at = left.indexOf(head, at + 1)) {
    let end = at + SHORTEST;
    while (end < left.length && left[end] === secret[end - at]) end += 1;
    if (left[end] === '…') left = `${left.slice(0, at)}[REDACTED]${left.slice(end)}`;
  }
  return left;
}

/** A secret as it stands, inside a JSON string, and inside an address. */
function formsOf(secret: string): string[] {
  const [json, address] = [
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
  return [secret, json, address, address.replaceAll('+', '%20')];
}

/**
 * Takes secrets out of the message of an error, which may hold words of a server. What is caught is rarely ours alone to
 * make anew: its kind and its code tell how to go on.
 */
export function maskError<T>(error: T, hide: Mask['hide']): T {
  if (error instanceof Error) error.message = hide(error.message);
  return error;
}
