import type { Run } from '../../harness/plan/run.ts';
import type { ServerMode, Transport } from '../../scenarios/types.ts';

const SERVERS: ServerMode[] = ['both', 'handshake', 'stateless'];
const TRANSPORTS: Transport[] = ['stdio', 'http', 'sse'];
const CLIENT = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Reads a run's folder below the folder of runs, the reverse of `runKey`; `undefined` when it is none. A version may
 * hold any character but a slash, the other names hold no `@`.
 */
export function parseRunPath(path: string): Run | undefined {
  const [first = '', config = '', cell = '', scenario = '', ...more] = path.split('/');
  const at = first.indexOf('@');
  const server = SERVERS.find((name) => cell.startsWith(`${name}-`));
  const transport = TRANSPORTS.find((name) => cell === `${server}-${name}`);
  const client = first.slice(0, Math.max(at, 0));
  const version = first.slice(at + 1);
  if (more.length > 0 || !CLIENT.test(client) || [version, config, scenario].includes('')) return undefined;
  if (server === undefined || transport === undefined) return undefined;
  return { client, version, config, server, transport, scenario };
}
