import { createHash } from 'node:crypto';
import type { OpenStream, Peer } from '../era.ts';

/** What an `initialize` over Streamable HTTP opened, or the stream of HTTP+SSE. */
export interface Session extends Peer {
  id: string;
  streams: Set<OpenStream>;
  /** Frames that belong to no request, as long as there is no stream for them. */
  pending: string[];
}

export interface Sessions {
  open(revision: string | undefined): Session;
  find(id: string): Session | undefined;
  all(): Session[];
  /** Ends one session, or all of them, and closes their streams. */
  end(session?: Session): void;
}

/**
 * The sessions of one run. Their ids follow from its key and their number, so that the same conversation has the same
 * bytes each time. They keep nobody out: the fixture listens on this machine only and holds no secret.
 */
export function createSessions(key: string): Sessions {
  const live = new Map<string, Session>();
  let opened = 0;
  return {
    open(revision) {
      opened += 1;
      const id = createHash('sha256').update(`${key}/session/${opened}`).digest('hex').slice(0, 32);
      const session: Session = { id, revision, streams: new Set(), pending: [] };
      live.set(id, session);
      return session;
    },
    find: (id) => live.get(id),
    all: () => [...live.values()],
    end(session) {
      for (const ended of session === undefined ? [...live.values()] : [session]) {
        live.delete(ended.id);
        for (const stream of ended.streams) stream.end();
      }
    },
  };
}
