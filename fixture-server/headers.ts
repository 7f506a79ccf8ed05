/**
 * Headers that carry a secret. Names that end in key, token, secret, password or signature are meant by whatever vendor
 * prefix they have.
 */
const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|dpop|(.+[-_])?(api)?(key|token|secret|password|signature))$/i;

/** What stands for a secret value in the tap. */
export const MASKED = '{{masked}}';

/** Whether the value of a header of this name is a secret. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

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
    headers.set(name, isSecret(name) ? MASKED : before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
