import type { Clock } from './clock.ts';
import { askedPause, lacksMethod } from './faults.ts';
import { pauseAfter, RECONNECT_PAUSES } from './ladder.ts';
import type { Session } from './session.ts';

/** A subscription that lasted so long was a good one, in milliseconds. */
const GOOD_MS = 60_000;

/**
 * Keeps a subscription to changes of the tools for as long as the session lasts, where the server has to be asked for
 * one. A server that ends it is asked again a few times; without it the session is as good as any.
 */
export async function watchChanges(session: Session, clock: Clock, log: (line: string) => void): Promise<void> {
  const { connection, over, hide } = session;
  for (let failures = 0; connection.watchTools !== undefined && !over.aborted; ) {
    const began = clock.now();
    const error = await connection.watchTools().then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    if (over.aborted) return;
    failures = clock.now() - began >= GOOD_MS ? 1 : failures + 1;
    const pause = pauseAfter(failures, RECONNECT_PAUSES, clock, askedPause(error));
    if (pause === undefined || lacksMethod(error)) {
      const why = error === undefined ? 'it ended the subscription' : hide(error.message);
      log(`MCP server "${connection.server}" does not tell of changes of its tools: ${why}`);
      return;
    }
    await clock.rest(pause, over);
  }
}
