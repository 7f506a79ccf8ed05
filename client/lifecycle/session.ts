import { ConnectionError } from '../connection/errors.ts';
import { createLock } from '../connection/lock.ts';
import { type Mask, maskError } from '../connection/secrets.ts';
import type { Connection, ServerEntry } from '../types.ts';
import type { Clock } from './clock.ts';
import { endsSession } from './faults.ts';

/**
 * Why a session is over. `lost`: the connection broke; `expired`: a request found it dead; `unwell`: no sign of life;
 * `recycled`: nobody used it, or it was old; `asked`: a new one was asked for; `closing`: the client is closing.
 */
type EndKind = 'lost' | 'expired' | 'unwell' | 'recycled' | 'asked' | 'closing';

export interface Ending {
  kind: EndKind;
  reason: Error;
  /** Calls were under way. */
  cut: boolean;
}

/** One connection, from when it is open until it is over. */
export interface Session {
  readonly connection: Connection;
  readonly entry: ServerEntry;
  /** Aborts when it is over. */
  readonly over: AbortSignal;
  readonly ended: Promise<Ending>;
  readonly startedAt: number;
  /** Takes the secrets of the entry out of a text; errors of `run` have none. */
  readonly hide: Mask['hide'];
  ending(): Ending | undefined;
  /** When the last call began, or the session itself. */
  lastUse(): number;
  /** Whether a request is under way, or waits for its turn. */
  busy(): boolean;
  /** It has been of use: a call, or a sign of life, succeeded. */
  prove(): void;
  proven(): boolean;
  /**
   * Runs one request after the other. One whose turn comes when the session is over is not sent. A request that finds the
   * session dead ends it, before the next has its turn.
   *
   * @param purpose only a `call` counts as use of the server
   */
  run<T>(purpose: 'call' | 'upkeep', work: () => Promise<T>): Promise<T>;
  /** The first reason counts. */
  end(kind: EndKind, reason: Error): void;
}

/** What a stdio server that is asked for no sign of life must live to have been of use, in milliseconds. */
const LONG_ENOUGH_MS = 180_000;

/**
 * A session over a connection that has just been made.
 *
 * @param hide takes the secrets of the entry out of a text
 */
export function createSession(
  connection: Connection,
  entry: ServerEntry,
  { now }: Pick<Clock, 'now'>,
  hide: Mask['hide'],
): Session {
  const startedAt = now();
  const over = new AbortController();
  const alone = createLock();
  let settle: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  const agesWell = entry.transport.kind === 'stdio' && entry.keepaliveInterval === undefined;
  let ending: Ending | undefined;
  let lastUse = startedAt;
  let calls = 0;
  let upkeep = 0;
  let useful = false;

  function end(kind: EndKind, reason: Error): void {
    if (ending !== undefined) return;
    ending = { kind, reason, cut: calls > 0 };
    settle(ending);
    over.abort();
  }

  async function send<T>(work: () => Promise<T>): Promise<T> {
    if (ending !== undefined)
      throw new ConnectionError('closed', ending.reason.message, { cause: ending.reason, delivery: 'none' });
    try {
      return await work();
    } catch (error) {
      maskError(error, hide);
      if (endsSession(error)) end('expired', error as ConnectionError);
      throw error;
    }
  }

  return {
    connection,
    entry,
    over: over.signal,
    ended,
    startedAt,
    hide,
    ending: () => ending,
    lastUse: () => lastUse,
    busy: () => calls + upkeep > 0,
    prove() {
      useful = true;
    },
    proven: () => useful || (agesWell && now() - startedAt >= LONG_ENOUGH_MS),
    async run(purpose, work) {
      const count = (by: 1 | -1) => {
        if (purpose === 'call') calls += by;
        else upkeep += by;
      };
      if (purpose === 'call') lastUse = now();
      count(1);
      try {
        return await alone(() => send(work));
      } finally {
        count(-1);
      }
    },
    end,
  };
}
