import type { Warn } from './boolish.ts';
import { describeKey } from './describe.ts';
import { isMapping, type Mapping } from './mapping.ts';

/**
 * Every key of a server entry that the original client documents. Keys that this client does not act on are accepted
 * silently, so that one configuration serves both programs.
 */
export const knownKeys: ReadonlySet<string> = new Set(
  (
    'args auth client_cert client_key command connect_timeout cwd elicitation enabled env events headers ' +
    'identity_header idle_timeout_seconds keepalive_interval lazy lifecycle max_lifetime_seconds oauth protocol ' +
    'sampling skip_preflight spend_limit ssl_verify strict_redirect_headers supports_parallel_tool_calls timeout ' +
    'tool_costs tools transport trust url'
  ).split(' '),
);

/** The keys below those that are mappings of fixed form. */
export const knownKeysBelow: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['elicitation', new Set(['enabled', 'timeout'])],
  ['identity_header', new Set(['name', 'value', 'value_from'])],
  ['lifecycle', new Set(['idle_timeout_seconds', 'max_lifetime_seconds'])],
  [
    'sampling',
    new Set(
      'allowed_models enabled expose_client_tools log_level max_rpm max_tokens_cap max_tool_rounds model timeout'.split(
        ' ',
      ),
    ),
  ],
  ['tools', new Set(['exclude', 'include', 'prompts', 'resources'])],
]);

/** Warns once about all keys of a server entry that are not known; a typing error must not go unseen. */
export function warnOfUnknownKeys(entry: Mapping, where: string, warn: Warn): void {
  const unknown = Object.entries(entry).flatMap(([key, value]) => {
    if (!knownKeys.has(key)) return [key];
    const below = knownKeysBelow.get(key);
    if (below === undefined || !isMapping(value)) return [];
    return Object.keys(value).flatMap((name) => (below.has(name) ? [] : [`${key}.${name}`]));
  });
  if (unknown.length === 0) return;
  warn(`Unknown ${unknown.length === 1 ? 'key' : 'keys'} ${unknown.map(describeKey).join(', ')}, ignored (${where})`);
}
