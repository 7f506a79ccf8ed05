/** Headers that carry a secret. Names that end in key or token are meant by whatever vendor prefix they have. */
const SECRET = /^(authorization|proxy-authorization|cookie|set-cookie|dpop|(.+-)?(key|token))$/;

/** What stands for a secret value in the tap. */
const MASKED = '{{masked}}';

/**
 * Headers as the tap keeps them: names lower-cased, in the order in which they came, repeated ones joined by a comma,
 * secrets masked. `raw` alternates names and values, like Node's `rawHeaders`.
 */
export function recordedHeaders(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, SECRET.test(name) ? MASKED : before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
