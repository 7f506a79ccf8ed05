import { createHash } from 'node:crypto';

/**
 * A canary is a token that names itself: `<kind>~<part>~<body>~<check>`, for example `cnt~head~7q2m~c3`. Its letters
 * (a-z, 0-9, `~`) are the same bytes in JSON, JSON in JSON, XML and a URL, and the checksum tells a whole token from one
 * that was cut and continued by something else.
 */
export type CanaryKind = 'cnt' | 'str' | 'met' | 'res' | 'img' | 'pay' | 'dsc' | 'cal' | 'log';

// Crockford's base 32 without letters that look like digits.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FORM = '[a-z]{3}~[a-z0-9]+~[0-9a-z]{4}~[0-9a-z]{2}';
const PATTERN = new RegExp(FORM, 'g');
const WHOLE = new RegExp(`^${FORM}$`);

/** A token for `part` of a field of `kind`; the same `seed` (a scenario's id) gives the same token. */
export function canary(kind: CanaryKind, part: string, seed: string): string {
  const stem = `${kind}~${part}~${digits(`${seed}/${kind}/${part}`, 4)}`;
  return `${stem}~${digits(stem, 2)}`;
}

/** Every whole canary in `text`, in order, declared by a scenario or not. A token whose checksum fails is left out. */
export function findCanaries(text: string): { token: string; offset: number }[] {
  const found: { token: string; offset: number }[] = [];
  for (const match of text.matchAll(PATTERN)) {
    if (isCanary(match[0])) found.push({ token: match[0], offset: match.index });
  }
  return found;
}

/** Whether `token` is whole: its form is right and its checksum holds. */
export function isCanary(token: string): boolean {
  const cut = token.lastIndexOf('~');
  return WHOLE.test(token) && digits(token.slice(0, cut), 2) === token.slice(cut + 1);
}

function digits(text: string, count: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(bytes.subarray(0, count), (byte) => ALPHABET.charAt(byte % 32)).join('');
}
