import { join } from 'node:path';

/** Replaces a leading `~` or `~/` by the user's home folder. `~name` stays as it is: other users' homes are not looked up. */
export function expandUser(path: string, userHome: string): string {
  if (path === '~') return userHome;
  return path.startsWith('~/') ? join(userHome, path.slice(2)) : path;
}
