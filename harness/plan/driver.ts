import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { isAbsolute, normalize, sep } from 'node:path';
import { faultOf } from '../../data/forms.ts';
import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../error.ts';
import { checkTemplates } from '../launch/driven.ts';
import type { Dialect, DialectId } from '../model/dialect.ts';
import { dialects } from '../model/dialects.ts';

/**
 * Reads a driver file and holds it against data/schema/driver.schema.json and against what a schema cannot say. Throws
 * HarnessError `missing` (no such file) or `input` (no UTF-8, no JSON, no driver, a place outside of the run's home, a
 * template or a pattern that cannot be read; the message names the place).
 */
export async function readDriver(path: string): Promise<Driver> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const found = cause.code === 'ENOENT' ? 'found none' : `got ${cause.message}`;
    throw new HarnessError('missing', `Expected a driver file at ${path}, ${found}.`, { cause });
  });
  if (!isUtf8(bytes)) throw new HarnessError('input', `Expected ${path} to be UTF-8, got other bytes.`);
  return checkDriver(parse(bytes.toString('utf8'), path), path);
}

/** The driver that a value is; `path` names it in an error. Throws HarnessError `input` as {@link readDriver} does. */
export function checkDriver(value: unknown, path: string): Driver {
  const fault = faultOf('driver', value);
  if (fault !== undefined) throw new HarnessError('input', `Expected ${path} to be a driver: ${fault}.`);
  const driver = value as Driver;
  for (const check of [checkMatrix, checkPlaces, checkEnvironment, checkPatterns, checkVersion, checkDialects])
    for (const [member, expected, got] of check(driver))
      throw new HarnessError('input', `Expected "${member}" of ${path} to ${expected}, got ${JSON.stringify(got)}.`);
  checkTemplates(driver, path);
  return driver;
}

/** Member, what was expected of it, what came. */
type Fault = [string, string, string];

function checkMatrix({ matrix, configs, transports }: Driver): Fault[] {
  return matrix.flatMap(({ config, transport }): Fault[] => [
    ...(Object.hasOwn(configs, config) ? [] : [['matrix', 'name a config of the driver', config] as Fault]),
    ...(transports.includes(transport) ? [] : [['matrix', 'name a transport of the driver', transport] as Fault]),
  ]);
}

/** What is written and read for a run lies in its home. A driver may come from somebody else. */
function checkPlaces({ files, logs }: Driver): Fault[] {
  const places = [...files.map(({ path }) => ['files', path] as const), ...logs.map((path) => ['logs', path] as const)];
  return places.flatMap(([member, path]): Fault[] =>
    isInside(path) ? [] : [[member, "name a file inside of the run's home", path]],
  );
}

function isInside(path: string): boolean {
  const [first = ''] = normalize(path).split(sep);
  return !isAbsolute(path) && !['', '.', '..'].includes(first) && !path.includes('\0') && !/[\\/]$/.test(path);
}

function checkEnvironment({ environment }: Driver): Fault[] {
  return Object.keys(environment).flatMap((name): Fault[] =>
    name === '' || /[=\0]/.test(name) ? [['environment', 'have names without "="', name]] : [],
  );
}

function checkPatterns({ version, volatile = [] }: Driver): Fault[] {
  const patterns: [string, string][] = volatile.map((pattern) => ['volatile', pattern]);
  if (version !== undefined) patterns.push(['version.pattern', version.pattern]);
  return patterns.flatMap(([member, pattern]): Fault[] =>
    isExpression(pattern) ? [] : [[member, 'be a regular expression', pattern]],
  );
}

/** What is installed by version has one; anything else has to be asked. */
function checkVersion({ version, install }: Driver): Fault[] {
  return version === undefined && install === undefined
    ? [['version', 'be there, or "install" to name what is installed', 'neither']]
    : [];
}

function checkDialects({ configs }: Driver): Fault[] {
  return Object.values(configs).flatMap(({ dialect }): Fault[] =>
    dialect === undefined || Object.hasOwn(dialects, String(dialect))
      ? []
      : [['configs', `name a dialect (${Object.keys(dialects).join(', ')})`, String(dialect)]],
  );
}

/** The dialect of a config, or the driver's own. */
export function dialectOf({ dialect, configs }: Driver, config: string): Dialect {
  return dialects[(configs[config]?.['dialect'] as DialectId | undefined) ?? dialect];
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HarnessError('input', `Expected ${path} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}
