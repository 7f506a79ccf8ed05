import { CommandError } from '../error.ts';

/** A side as a user names it, read. */
export type SideName =
  | { kind: 'published'; file: string }
  | { kind: 'revision'; revision: string }
  | { kind: 'report'; file: string }
  | { kind: 'version'; client: string; version: string };

const PUBLISHED = 'published/';
const REVISION = 'git:';
const REPORT = 'report:';
const CLIENT = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Reads `published/<file>`, `git:<revision>`, `report:<file>` or `<client>@<version>`; `undefined` when the name is none of them. A
 * revision that git could take for an option, or that is no single line of text, is none.
 */
export function parseSideName(name: string): SideName | undefined {
  if (name.startsWith(PUBLISHED)) return { kind: 'published', file: name.slice(PUBLISHED.length) };
  if (name.startsWith(REPORT)) return { kind: 'report', file: name.slice(REPORT.length) };
  if (name.startsWith(REVISION)) {
    const revision = name.slice(REVISION.length);
    return revision === '' || revision.startsWith('-') || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(revision)
      ? undefined
      : { kind: 'revision', revision };
  }
  const at = name.indexOf('@');
  const [client, version] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  return isClient(client) && version !== '' ? { kind: 'version', client, version } : undefined;
}

/** The client that a name is about; none where a revision holds many. */
export function clientOf(name: string): string | undefined {
  const parsed = parseSideName(name);
  if (parsed?.kind === 'version') return parsed.client;
  return parsed?.kind === 'published' ? parsed.file.split('@')[0] : undefined;
}

/** The id of a client, from outside: it becomes part of a path. Throws CommandError `usage` when it is none. */
export function checkedClient(id: string): string {
  if (isClient(id)) return id;
  throw new CommandError(
    'usage',
    `Expected --client to be the id of a client, small letters, digits and hyphens, got ${JSON.stringify(id)}.`,
  );
}

/** Whether a text can be the id of a client. */
export function isClient(text: string): boolean {
  return CLIENT.test(text);
}
