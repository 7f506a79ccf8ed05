import { expandUser } from '../home/expand-user.ts';
import type { StdioTransport } from '../types.ts';
import { parseArgs } from './args.ts';
import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';
import { parseEnvironment } from './environment.ts';
import { ConfigError } from './error.ts';
import { type Mapping, own } from './mapping.ts';
import { refuseNul } from './nul.ts';
import { refuseSuspicious } from './screening.ts';

/**
 * How a server with a `command` is started.
 *
 * @throws ConfigError
 */
export function parseStdioTransport(entry: Mapping, where: string, userHome: string, warn: Warn): StdioTransport {
  const command = own(entry, 'command') ?? undefined;
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
  refuseSuspicious(path, args, where);
  if ((own(entry, 'identity_header') ?? undefined) !== undefined) {
    warn(`"identity_header" is for servers with a "url"; it is ignored (${where})`);
  }
  return {
    kind: 'stdio',
    command: expandUser(path, userHome),
    args,
    env: parseEnvironment(own(entry, 'env'), where),
    ...(cwd !== undefined && { cwd: expandUser(cwd, userHome) }),
  };
}
