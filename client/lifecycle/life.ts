import { ConnectionError } from '../connection/errors.ts';
import type { Clock } from './clock.ts';
import { askedPause, endsForGood, isAuthError, isPermanent } from './faults.ts';
import { FIRST_PAUSES, NO_PAUSES, pauseAfter, RECONNECT_PAUSES } from './ladder.ts';
import type { Ending, Session } from './session.ts';
import type { ServerState } from './types.ts';
import { waitFor } from './wait-for.ts';

/** Between two attempts to bring a parked server back, in milliseconds (the original client's figure). */
const PARKED_MS = 300_000;
/** How long the end may take, in milliseconds (the original client's figure). */
const CLOSE_MS = 10_000;

export type Phase = Extract<ServerState, 'connecting' | 'connected' | 'idle' | 'lazy' | 'parked' | 'failed'>;

export interface LifeParts {
  clock: Clock;
  /** Begins asleep, until its first call. */
  lazy: boolean;
  /** Makes one attempt to connect. */
  attempt: (signal: AbortSignal) => Promise<Session>;
  /** Ends the connection of a session that is over, in bounded time. Never throws. */
  close: (session: Session) => Promise<void>;
  /** Whether the server may be connected to at all, by the configuration as it is now. */
  wanted: () => boolean;
  /** Hears of every change; `reason` says why there is no connection. */
  onPhase: (phase: Phase, reason: Error | undefined) => void;
}

/** The connections of one server, one after the other, from the start of the client to its end. */
export interface Life {
  session(): Session | undefined;
  /** Resolves when the ladder that is climbed has come to an end, one way or the other. */
  known(): Promise<void>;
  /** The session after `last`, when it is there within `ms` milliseconds; undefined at once when there will be none. */
  next(ms: number, last?: Session, signal?: AbortSignal): Promise<Session | undefined>;
  /** Wakes a server that sleeps: one that is idle, lazy or parked. */
  wake(): void;
  /** The same, and also cuts the pause before an attempt short, or replaces a live session. Resolves as `known`. */
  reconnect(): Promise<void>;
  /** Ends all of it. Resolves when nothing is left, at the latest after 10 seconds. */
  end(): Promise<void>;
}

/** Starts to live. */
export function live(name: string, { clock, lazy, attempt, close, wanted, onPhase }: LifeParts): Life {
  const closing = new AbortController();
  const waiting = new Set<(session: Session | undefined) => void>();
  let alarm = new AbortController();
  let asleep = false;
  /** Somebody has needed the server since its last session began. */
  let needed = false;
  let over = false;
  let current: Session | undefined;
  const decision = createGate();
  const learn = decision.open;

  const closed = () => new ConnectionError('closed', `The connection to MCP server "${name}" was closed`);

  /** Waits until it is woken, the client closes, or the time is over. */
  async function rest(ms = Number.POSITIVE_INFINITY): Promise<void> {
    alarm = new AbortController();
    if (!closing.signal.aborted) await clock.rest(ms, alarm.signal);
  }

  async function sleep(ms?: number): Promise<void> {
    asleep = true;
    await rest(ms);
    asleep = false;
  }

  /** Attempts of the current ladder that failed, and sessions that ended before they were of use. */
  let failures = 0;
  let lastError: Error | undefined;
  /** Until when the server wants to be left alone. */
  let notBefore = 0;

  function fail(error: Error): void {
    lastError = error;
    notBefore = clock.now() + askedPause(error);
  }

  async function climb(pauses: readonly number[]): Promise<Session | undefined> {
    for (;;) {
      const pause = pauseAfter(failures, pauses, clock, notBefore - clock.now());
      if (pause === undefined) return undefined;
      if (pause > 0) await rest(pause);
      if (closing.signal.aborted) return undefined;
      try {
        return await attempt(closing.signal);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
        failures += 1;
        if (isPermanent(error)) return undefined;
        onPhase('connecting', lastError);
      }
    }
  }

  async function serve(session: Session): Promise<Ending> {
    current = session;
    needed = false;
    onPhase('connected', undefined);
    learn();
    for (const take of waiting) take(session);
    const ending = await session.ended;
    current = undefined;
    if (ending.kind === 'recycled') onPhase('idle', ending.reason);
    await close(session);
    return ending;
  }

  /** Reckons up a session that is over. Answers whether there is any sense in another attempt. */
  function reckon({ kind, reason, cut }: Ending, proven: boolean): boolean {
    fail(reason);
    if (proven) failures = 0;
    else if (!cut && kind !== 'asked') failures += 1;
    if (!isAuthError(reason)) return true;
    // A server whose credentials were good once may only want a new session.
    failures = Math.max(failures, 1);
    return proven || cut;
  }

  async function park(): Promise<void> {
    onPhase('parked', lastError);
    learn();
    do {
      await sleep(PARKED_MS);
    } while (!closing.signal.aborted && !alarm.signal.aborted && !wanted());
    failures = 0;
    notBefore = 0;
  }

  async function run(): Promise<void> {
    let pauses = FIRST_PAUSES;
    let connected = false;
    if (lazy) {
      onPhase('lazy', undefined);
      learn();
      await sleep();
    }
    while (!closing.signal.aborted) {
      onPhase('connecting', lastError);
      const session = await climb(pauses);
      if (closing.signal.aborted) {
        // It was made in the very moment of the end, which has not seen it.
        session?.end('closing', closed());
        if (session !== undefined) await close(session);
        return;
      }
      if (session === undefined) {
        if (endsForGood(lastError) && !connected) return onPhase('failed', lastError);
        await park();
        pauses = connected ? NO_PAUSES : FIRST_PAUSES;
        continue;
      }
      connected = true;
      pauses = RECONNECT_PAUSES;
      const ending = await serve(session);
      if (ending.kind === 'closing') return;
      if (ending.kind === 'recycled') {
        failures = 0;
        // Who needed it while it was being closed has called in vain, and still waits.
        if (!needed) await sleep();
      } else if (!reckon(ending, session.proven())) await park();
    }
  }

  const running = run()
    .catch((error: unknown) => onPhase('failed', error as Error))
    .finally(() => {
      over = true;
      learn();
      for (const take of waiting) take(undefined);
    });
  return {
    session: () => current,
    known: () => decision.opened(),
    async next(ms, last, signal) {
      if (current !== undefined && current !== last && current.ending() === undefined) return current;
      if (over) return undefined;
      let take: (session: Session | undefined) => void = () => undefined;
      const coming = new Promise<Session | undefined>((resolve) => {
        take = resolve;
      });
      waiting.add(take);
      const session = await waitFor(clock, ms, coming, signal);
      waiting.delete(take);
      return session;
    },
    wake() {
      needed = true;
      if (asleep) alarm.abort();
    },
    reconnect() {
      if (!over) decision.close();
      needed = true;
      current?.end('asked', new ConnectionError('closed', `MCP server "${name}" is connected to anew`));
      alarm.abort();
      return decision.opened();
    },
    async end() {
      closing.abort();
      alarm.abort();
      current?.end('closing', closed());
      await waitFor(clock, CLOSE_MS, running);
    },
  };
}

/** Something that is waited for, more than once. */
function createGate(): { opened(): Promise<void>; open: () => void; close(): void } {
  let open: () => void = () => undefined;
  const gate = () =>
    new Promise<void>((resolve) => {
      open = resolve;
    });
  let opened = gate();
  return {
    opened: () => opened,
    open: () => open(),
    close() {
      // Whoever waits at the old gate waits for the same thing.
      const before = open;
      opened = gate();
      void opened.then(before);
    },
  };
}
