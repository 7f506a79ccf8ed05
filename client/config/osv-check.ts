import type { Environment } from '../home/resolve.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { describe } from './describe.ts';
import { ConfigError } from './error.ts';
import { type Mapping, own } from './mapping.ts';
import { longestSeconds, readNumber } from './numbers.ts';
import { sectionOf } from './switches.ts';
import { parseHttpUrl } from './url.ts';

/** Where packages that a server is started from are looked up before they run. */
export interface OsvCheck {
  /** The query address of an OSV database. */
  endpoint: string;
  /** Seconds for which an answer holds; 0 keeps none. */
  cacheSeconds: number;
}

const defaults: OsvCheck = { endpoint: 'https://api.osv.dev/v1/query', cacheSeconds: 3600 };

/** Reads `mcp.osv_check`, and OSV_ENDPOINT and OSV_CHECK_CACHE_TTL of the environment; undefined when it is off. */
export function parseOsvCheck(config: Mapping, environment: Environment, warn: Warn): OsvCheck | undefined {
  if (!parseBoolish(own(sectionOf(config, 'mcp'), 'osv_check'), true, 'mcp.osv_check', warn)) return undefined;
  return {
    endpoint: parseEndpoint(environment['OSV_ENDPOINT']?.trim() ?? '', warn),
    cacheSeconds: parseCacheSeconds(environment['OSV_CHECK_CACHE_TTL']?.trim() ?? '', warn),
  };
}

function parseEndpoint(written: string, warn: Warn): string {
  if (written === '') return defaults.endpoint;
  try {
    return parseHttpUrl(written, 'OSV_ENDPOINT', 'environment');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warn(`${error.problem}; ${defaults.endpoint} is used (${error.where})`);
    return defaults.endpoint;
  }
}

function parseCacheSeconds(written: string, warn: Warn): number {
  if (written === '') return defaults.cacheSeconds;
  const seconds = readNumber(written);
  if (seconds !== undefined && seconds >= 0 && seconds <= longestSeconds) return seconds;
  warn(
    `Expected OSV_CHECK_CACHE_TTL to be a number of seconds from 0 to ${longestSeconds}, got ${describe(written)}; ` +
      `${defaults.cacheSeconds} is used (environment)`,
  );
  return defaults.cacheSeconds;
}
