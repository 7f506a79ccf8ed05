import { type Mask, maskError } from '../connection/secrets.ts';
import { redact } from '../results/redact.ts';
import type { Connection } from '../types.ts';
import type { SupervisionContext } from './types.ts';
import { waitFor } from './wait-for.ts';

/** How long the end of one connection may take, in milliseconds. */
const CLOSE_MS = 10_000;

/**
 * Ends a connection, in bounded time. Never throws: nobody can do anything about one that does not end well, so that it is
 * told and left.
 *
 * @param hide takes the secrets of the entry out of a text
 */
export async function closeConnection(
  connection: Pick<Connection, 'server' | 'close'>,
  { clock, log }: Pick<SupervisionContext, 'clock' | 'log'>,
  hide: Mask['hide'],
): Promise<void> {
  const { server } = connection;
  const closed = connection.close().catch((error: unknown) => {
    const why = maskError(error instanceof Error ? error : new Error(String(error)), hide).message;
    log('warning', `MCP server '${server}' did not close well: ${redact(why)}`);
  });
  const inTime = await waitFor(
    clock,
    CLOSE_MS,
    closed.then(() => true),
  );
  if (inTime === undefined) log('warning', `MCP server '${server}' did not close within ${CLOSE_MS / 1000} s`);
}
