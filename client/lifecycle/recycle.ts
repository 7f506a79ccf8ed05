import type { Clock } from './clock.ts';
import type { Session } from './session.ts';

/** How soon a session that is due, and busy, is looked at again, in milliseconds. */
const AGAIN_MS = 1000;

/**
 * Ends the session of a stdio server that nobody has used for `idleTimeout` seconds, or that is `maxLifetime` seconds
 * old; never while a request is under way.
 */
export async function recycle(session: Session, clock: Clock): Promise<void> {
  const { transport, idleTimeout, maxLifetime, name } = session.entry;
  if (transport.kind !== 'stdio' || (idleTimeout === undefined && maxLifetime === undefined)) return;
  const tooOld = session.startedAt + seconds(maxLifetime);
  for (;;) {
    const unused = session.lastUse() + seconds(idleTimeout);
    const due = Math.min(tooOld, unused) - clock.now();
    await clock.rest(Math.max(due, session.busy() ? AGAIN_MS : 0), session.over);
    if (session.over.aborted) return;
    if (session.busy()) continue;
    const now = clock.now();
    if (now >= tooOld) session.end('recycled', new Error(`MCP server "${name}" ran for ${maxLifetime} s`));
    else if (now >= session.lastUse() + seconds(idleTimeout))
      session.end('recycled', new Error(`MCP server "${name}" was not used for ${idleTimeout} s`));
  }
}

function seconds(value: number | undefined): number {
  return value === undefined ? Number.POSITIVE_INFINITY : value * 1000;
}
