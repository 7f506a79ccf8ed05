import { expandUser } from '../home/expand-user.ts';
import type { ServerEntry } from '../types.ts';
import { parseArgs } from './args.ts';
import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';
import { parseEnvironment } from './environment.ts';
import { ConfigError } from './error.ts';
import { type Mapping, own } from './mapping.ts';
import { refuseNul } from './nul.ts';
import { parseStrings } from './strings.ts';
import { parseHttpUrl } from './url.ts';

/** Values of `transport` that say nothing new. */
const names = new Set<unknown>(['http', 'streamable-http', 'streamable_http', 'stdio']);

/**
 * How a server is reached: over HTTP where the entry has a `url`, else by its `command`.
 *
 * @throws ConfigError
 */
export function parseTransport(entry: Mapping, where: string, userHome: string, warn: Warn): ServerEntry['transport'] {
  const url = own(entry, 'url') ?? undefined;
  const command = own(entry, 'command') ?? undefined;
  checkTransportName(own(entry, 'transport') ?? undefined, where, warn);
  if (url !== undefined) {
    if (command !== undefined) warn(`Expected "url" or "command", got both; "url" is used (${where})`);
    return {
      kind: 'http',
      url: parseHttpUrl(url, 'url', where),
      headers: parseStrings(own(entry, 'headers'), 'headers', where),
    };
  }
  if (command === undefined) {
    throw new ConfigError('missing-value', 'Expected "url" (HTTP) or "command" (stdio), got neither', where);
  }
  const path = typeof command === 'string' ? command.trim() : '';
  if (path === '') {
    throw new ConfigError(
      'invalid-value',
      `Expected "command" to be a program's name or path, got ${describe(command)}`,
      where,
    );
  }
  const cwd = own(entry, 'cwd') ?? undefined;
  if (cwd !== undefined && (typeof cwd !== 'string' || cwd.trim() === '')) {
    throw new ConfigError('invalid-value', `Expected "cwd" to be a path, got ${describe(cwd)}`, where);
  }
  const args = parseArgs(own(entry, 'args'), where);
  refuseNul(path, 'command', where);
  refuseNul(cwd ?? '', 'cwd', where);
  args.forEach((arg, index) => {
    refuseNul(arg, `args[${index}]`, where);
  });
  return {
    kind: 'stdio',
    command: expandUser(path, userHome),
    args,
    env: parseEnvironment(own(entry, 'env'), where),
    ...(cwd === undefined ? {} : { cwd: expandUser(cwd, userHome) }),
  };
}

/**
 * The key `transport`. `url` and `command` already say which transport is meant; only `sse`, the transport of the
 * revision 2024-11-05, needs the word. It is not built in this client: an entry that asks for it is refused, since
 * Streamable HTTP in its place would talk to the server in a way that its owner ruled out.
 */
function checkTransportName(value: unknown, where: string, warn: Warn): void {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (name === 'sse') {
    throw new ConfigError(
      'invalid-value',
      'Expected "transport" to be http or stdio, got sse, which this client does not have yet; nothing else is used in its place',
      where,
    );
  }
  if (name === undefined || names.has(name)) return;
  warn(`Expected "transport" to be http or stdio, got ${describe(value)}; it is ignored (${where})`);
}
