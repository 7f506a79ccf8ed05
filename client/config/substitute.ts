import { homedir } from 'node:os';
import { basename, sep } from 'node:path';
import type { Environment } from '../home/resolve.ts';
import { isMapping } from './mapping.ts';

/** Where `${…}` looks a name up: the context names first, then the environment. */
export interface Names {
  environment: Environment;
  userHome: string;
  workspaceFolder: string;
}

/** The names of this process, with `environment` for everything that is no context name. */
export function processNames(environment: Environment): Names {
  return { environment, userHome: homedir(), workspaceFolder: process.cwd() };
}

/**
 * Replaces `${name}` and `${env:name}` in every string of `value` (mapping values and list items, never keys).
 * The original client's rule: one pass, no default syntax, and a name that is unset or empty stays as it is written.
 */
export function substitute(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.replace(/\$\{([^}]+)\}/g, (whole, body) => lookUp(body, names) ?? whole);
  if (Array.isArray(value)) return value.map((item) => substitute(item, names));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, names)]));
}

function lookUp(body: string, { environment, userHome, workspaceFolder }: Names): string | undefined {
  const name = body.trim();
  switch (name) {
    case 'userHome':
      return userHome;
    case 'workspaceFolder':
      return workspaceFolder;
    case 'workspaceFolderBasename':
      return basename(workspaceFolder);
    case 'pathSeparator':
    case '/':
      return sep;
  }
  const variable = name.startsWith('env:') ? name.slice(4).trim() : name;
  const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  return found === '' ? undefined : found;
}
