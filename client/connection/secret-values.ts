/** Names of headers, variables, options and members behind which a secret stands. */
export const secretName = /token|key|secret|pass|auth|cred|bearer|cookie|header|session|signature/i;
/** Long, without a place in a path, and of letters and digits: a key more often than a word. */
export const opaque = /^(?=.*\d)(?=.*[a-z])[\w+=-]{24,}$/i;

/**
 * The secrets in the value of a header or a variable: all of it, what follows `Name:` and a scheme, the password of
 * `Basic`, the credentials of an address, and what stands in JSON behind a name that speaks of secrets.
 */
export function valueSecrets(value: string): string[] {
  const field = value.replace(/^[\w-]+:\s*(?!\/\/)/, '');
  const credentials = field.slice(field.indexOf(' ') + 1);
  const pair = /^basic /i.test(field) ? Buffer.from(credentials, 'base64').toString() : '';
  const word = pair.slice(pair.indexOf(':') + 1);
  return [value, field, credentials, pair, word, ...addressCredentials(value), ...jsonSecrets(value)];
}

/** What an address shows to whom it reaches: its credentials, its query, and the parts of its path that look like keys. */
export function addressSecrets(text: string): string[] {
  const address = readAddress(text);
  if (address === undefined) return [];
  return [
    ...addressCredentials(text),
    ...address.searchParams.values(),
    ...address.pathname.split('/').filter((part) => opaque.test(part)),
  ];
}

/** The user and the password of an address, as they are written, as they are meant, and as a header has them. */
export function addressCredentials(text: string): string[] {
  const { username = '', password = '' } = readAddress(text) ?? {};
  if (username === '' && password === '') return [];
  const [user, word] = [decode(username), decode(password)];
  const pair = `${user}:${word}`;
  return [username, password, user, word, pair, Buffer.from(pair).toString('base64')];
}

function readAddress(text: string): URL | undefined {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function jsonSecrets(text: string): string[] {
  const found: string[] = [];
  try {
    if (!/^\s*[[{]/.test(text)) return found;
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string' && secretName.test(name)) found.push(...valueSecrets(value));
      return value;
    });
  } catch {
    // It only begins like JSON.
  }
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
