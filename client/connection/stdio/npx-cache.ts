import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { readText } from '../../home/read-text.ts';

/** A larger package.json is none that is read. In bytes. */
const MAX_BYTES = 1024 * 1024;

interface Where {
  /** The path of npx itself. */
  npx: string;
  environment: Record<string, string>;
  cwd: string | undefined;
}

/** A program to start in place of npx: a file, or one that Node is to run. */
export type CachedProgram = { file: string; args: string[]; byNode: boolean };

/**
 * What `npx -y <package> …` would run, where npx has the package already: the start of npx itself costs more than that of
 * most servers. Only for a package without a version and with one program, and only where npx would not find another of
 * that name before it looks into its cache.
 *
 * @returns undefined when npx is to find out
 */
export function findCached(args: readonly string[], where: Where): CachedProgram | undefined {
  const [yes = '', name = '', ...rest] = args;
  if (yes !== '-y' && yes !== '--yes') return undefined;
  if (!/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name) || isNearer(name, where)) return undefined;
  const folder = cacheFolder(where.environment);
  const file = listFolders(folder)
    .filter((found) => isOf(found, name))
    .map((found) => onlyProgram(join(found, 'node_modules', name)))
    .find((found) => found !== undefined);
  if (file === undefined) return undefined;
  const byNode = !isProgram(file);
  // Without a line that says by what it is run only scripts of Node are known.
  if (byNode && !/\.[cm]?js$/.test(file)) return undefined;
  return { file, args: rest, byNode };
}

/** npx prefers what is installed in the project, or beside itself. */
function isNearer(name: string, { npx, cwd = '.' }: Where): boolean {
  const command = name.slice(name.indexOf('/') + 1);
  if (existsSync(join(dirname(npx), command)) || existsSync(join(dirname(npx), '..', 'lib', 'node_modules', name)))
    return true;
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(join(modules, name)) || existsSync(join(modules, '.bin', command))) return true;
    if (isNamed(readJson(join(folder, 'package.json')), name)) return true;
    if (folder === dirname(folder)) return false;
  }
}

function isNamed(manifest: Record<string, unknown> | undefined, name: string): boolean {
  return manifest?.['name'] === name;
}

function cacheFolder(environment: Record<string, string>): string {
  const chosen = environment['npm_config_cache'] ?? '';
  return join(chosen === '' ? join(environment['HOME'] ?? homedir(), '.npm') : chosen, '_npx');
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Whether npx made this folder for that package alone, and without a version. It says so once all is installed. */
function isOf(folder: string, name: string): boolean {
  const note = readJson(join(folder, 'package.json'))?.['_npx'] as { packages?: unknown } | null | undefined;
  const packages = note?.packages;
  return Array.isArray(packages) && packages.length === 1 && packages[0] === name;
}

/** The one program of an installed package, if it has just one and that lies in its folder. */
function onlyProgram(folder: string): string | undefined {
  const bin = readJson(join(folder, 'package.json'))?.['bin'];
  const paths = typeof bin === 'string' ? [bin] : Object.values((bin ?? {}) as Record<string, unknown>);
  const [path] = paths;
  if (paths.length !== 1 || typeof path !== 'string') return undefined;
  try {
    const file = realpathSync(join(folder, path));
    return file.startsWith(realpathSync(folder) + sep) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the system can start a file itself: it may be executed, and says by what. */
function isProgram(path: string): boolean {
  let file: number | undefined;
  try {
    accessSync(path, constants.X_OK);
    file = openSync(path, 'r');
    const head = Buffer.alloc(2);
    readSync(file, head);
    return head.toString('latin1') === '#!';
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readJson(path: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readText(path, MAX_BYTES) ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
