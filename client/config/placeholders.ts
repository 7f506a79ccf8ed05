import type { Warn } from './boolish.ts';
import { ConfigError } from './error.ts';
import { type Names, substitute } from './substitute.ts';

/** Shorter values are words like `true` or `8080`: to hide them would spoil the message and keep nothing secret. */
const shortest = 6;
/** As many characters of a value are shown in a message at most. */
const shown = 60;

/**
 * Reads `raw` after its `${…}` were replaced. What the environment holds is secret as a rule, so that warnings and errors
 * show the placeholder in place of what it stands for.
 *
 * @param read is also given what the placeholders stood for
 * @throws ConfigError whatever `read` throws
 */
export function withPlaceholders<T>(
  raw: unknown,
  names: Names,
  warn: Warn,
  read: (value: unknown, warn: Warn, secrets: readonly string[]) => T,
): T {
  const secrets = new Map<string, string>();
  const value = substitute(raw, names, (secret, placeholder) => {
    secrets.set(secret, placeholder);
    secrets.set(secret.trim(), placeholder);
  });
  try {
    return read(value, (message) => warn(hide(message, secrets)), [...secrets.keys()]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.code, hide(error.problem, secrets), error.where);
  }
}

function hide(message: string, secrets: ReadonlyMap<string, string>): string {
  let hidden = message;
  // The longest first: one secret may be a part of another.
  for (const [secret, placeholder] of [...secrets].sort(([one], [other]) => other.length - one.length)) {
    if (secret.length < shortest) continue;
    hidden = hidden.replaceAll(secret, placeholder).replaceAll(quoted(secret), placeholder);
    // A message may have cut it.
    for (let length = Math.min(secret.length, shown); length >= shortest; length -= 1) {
      hidden = hidden.replaceAll(`${quoted(secret.slice(0, length))}…`, `${placeholder}…`);
    }
  }
  return hidden;
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
