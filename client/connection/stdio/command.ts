import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { ConnectionError } from '../errors.ts';

/** Launchers that are often installed where a desktop's PATH does not look. */
const LAUNCHERS = new Set(['npx', 'npm', 'node']);

export interface Command {
  /** The executable, absolute unless the entry names it relative to its `cwd`. */
  file: string;
  /** The child's environment, with the executable's folder in PATH. */
  environment: Record<string, string>;
}

interface Where {
  server: string;
  /** The client's home folder. */
  home: string;
  environment: Record<string, string>;
  cwd?: string;
}

/**
 * Finds the executable of a stdio server. A bare name is looked up on the child's PATH, and `npx`, `npm` and `node`
 * then in `<home>/node/bin`, `~/.local/bin` and `/usr/local/bin` (the original client's rule). Its folder goes in front
 * of PATH when it is not in it, so that a launcher finds its siblings. Throws ConnectionError `spawn_failed`.
 */
export function resolveCommand(command: string, where: Where): Command {
  const userHome = where.environment.HOME ?? homedir();
  const named = expandTilde(command.trim(), userHome);
  const file = /[\\/]/.test(named) ? named : lookUp(named, where, userHome);
  if (file === undefined) {
    const message = `Expected "command" to name an executable on the server's PATH, got "${named}" (mcp_servers.${where.server})`;
    throw new ConnectionError('spawn_failed', message);
  }
  const folder = dirname(isAbsolute(file) ? file : resolve(where.cwd ?? '.', file));
  const pathKey = pathKeyOf(where.environment);
  const folders = foldersOf(where.environment);
  if (folders.includes(folder)) return { file, environment: where.environment };
  return { file, environment: { ...where.environment, [pathKey]: [folder, ...folders].join(delimiter) } };
}

/** `~` and `~/…` in terms of the user's home folder. */
function expandTilde(path: string, userHome: string): string {
  return path === '~' || /^~[\\/]/.test(path) ? join(userHome, path.slice(1)) : path;
}

function lookUp(name: string, { home, environment }: Where, userHome: string): string | undefined {
  if (name === '') return undefined;
  const fallbacks = LAUNCHERS.has(name)
    ? [join(home, 'node', 'bin'), join(userHome, '.local', 'bin'), '/usr/local/bin']
    : [];
  const endings = process.platform === 'win32' ? ['', ...(environment.PATHEXT ?? '.COM;.EXE').split(';')] : [''];
  for (const folder of [...foldersOf(environment), ...fallbacks]) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

/** On Windows the variable is spelt `Path`. */
function pathKeyOf(environment: Record<string, string>): string {
  return (
    Object.keys(environment).find(
      (name) => name === 'PATH' || (process.platform === 'win32' && name.toUpperCase() === 'PATH'),
    ) ?? 'PATH'
  );
}

function foldersOf(environment: Record<string, string>): string[] {
  // An empty part would mean the current folder, from which nothing is ever started.
  return (environment[pathKeyOf(environment)] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
