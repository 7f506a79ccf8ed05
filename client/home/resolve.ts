import { join, resolve } from 'node:path';
import { expandUser } from './expand-user.ts';

/** The process environment, or a merge of it with the home's `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The absolute path of the home folder: `HERMES_HOME` (a leading `~` means the user's home), else `~/.hermes`.
 * An empty or blank variable counts as unset.
 */
export function resolveHome(environment: Environment, userHome: string): string {
  const chosen = environment['HERMES_HOME']?.trim() ?? '';
  return chosen === '' ? join(userHome, '.hermes') : resolve(expandUser(chosen, userHome));
}
