import { ConfigError } from './error.ts';

/**
 * Refuses a text with a NUL character: no operating system takes one as part of a command, and the error that Node would
 * raise much later shows the whole text, which may be a secret.
 *
 * @param key the key's name, for the message
 * @throws ConfigError `invalid-value`
 */
export function refuseNul(text: string, key: string, where: string): void {
  if (!text.includes('\0')) return;
  throw new ConfigError('invalid-value', `Expected "${key}" to hold no NUL character, got one`, where);
}
