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
 *
 * @param onVariable is told the value of each variable of the environment that is used, and its placeholder
 */
export function substitute(
  value: unknown,
  names: Names,
  onVariable: (value: string, placeholder: string) => void = () => undefined,
): unknown {
  const replace = (placeholder: string, body: string): string => {
    const name = body.trim();
    const known = lookUpContext(name, names);
    if (known !== undefined) return known;
    const found = lookUpVariable(name, names);
    if (found === undefined) return placeholder;
    onVariable(found, placeholder);
    return found;
  };
  const visit = (item: unknown): unknown => {
    if (typeof item === 'string') return item.replace(/\$\{([^}]+)\}/g, replace);
    if (Array.isArray(item)) return item.map(visit);
    return isMapping(item) ? Object.fromEntries(Object.entries(item).map(([key, below]) => [key, visit(below)])) : item;
  };
  return visit(value);
}

function lookUpContext(name: string, { userHome, workspaceFolder }: Names): string | undefined {
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
    default:
      return undefined;
  }
}

function lookUpVariable(name: string, { environment }: Names): string | undefined {
  const variable = name.startsWith('env:') ? name.slice(4).trim() : name;
  const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  return found === '' ? undefined : found;
}
