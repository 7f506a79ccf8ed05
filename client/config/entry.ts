import { childEnvironment } from '../connection/stdio/environment.ts';
import type { ServerEntry } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { warnOfUnknownKeys } from './known-keys.ts';
import { isMapping, own } from './mapping.ts';
import { withPlaceholders } from './placeholders.ts';
import type { Section } from './section.ts';
import { parseServer } from './server.ts';
import { hasUrl } from './transport.ts';
import { warnOfHiddenWhitespace } from './whitespace.ts';

/**
 * Reads the entry `name` of `mcp_servers`; undefined when there is none or it is disabled, by its own `enabled` or by a
 * switch over all servers. A disabled entry is not looked at any further.
 *
 * @throws ConfigError
 */
export function resolveEntry(name: string, { servers, switches, names }: Section, warn: Warn): ServerEntry | undefined {
  if (!switches.client || !servers.has(name)) return undefined;
  const where = `mcp_servers.${name}`;
  return withPlaceholders(servers.get(name), names, warn, (entry, tell, used) => {
    if (!isMapping(entry)) {
      throw new ConfigError('invalid-value', `Expected a mapping, got ${describeKind(entry)}`, where);
    }
    if (!parseBoolish(own(entry, 'enabled'), true, `${where}.enabled`, tell)) return undefined;
    if (!switches.stdio && !hasUrl(entry)) return undefined;
    warnOfUnknownKeys(entry, where, tell);
    warnOfHiddenWhitespace(entry, where, tell);
    const { userHome } = names;
    const parsed = parseServer(name, entry, { userHome, toolCallTimeout: switches.toolCallTimeout }, tell);
    const secrets = withoutPublic(used, names);
    return secrets.length === 0 ? parsed : { ...parsed, transport: { ...parsed.transport, secrets } };
  });
}

/** Without the values that every server may see: to hide a home folder would spoil each path below it. */
function withoutPublic(values: readonly string[], { environment }: Section['names']): string[] {
  const open = new Set(Object.values(childEnvironment(environment, {})));
  return values.filter((value) => !open.has(value));
}
