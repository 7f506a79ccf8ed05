import type { Clock } from './clock.ts';
import { keepAlive } from './keepalive.ts';
import { recycle } from './recycle.ts';
import type { Session } from './session.ts';
import { watchChanges } from './watch.ts';

/** Starts what goes on beside the calls of a session. All of it ends with the session, and none of it can fail. */
export function startUpkeep(session: Session, clock: Clock, log: (line: string) => void): void {
  void keepAlive(session, clock);
  void recycle(session, clock);
  void watchChanges(session, clock, log);
}
