import type { JsonObject } from '../types.ts';
import { createDropped, type Dropped } from './dropped.ts';
import { ConnectionError, type FrameFault } from './errors.ts';
import { type Frame, isObject, isRequestId, type RequestId, readFrame } from './frame.ts';
import { createGuests } from './guests.ts';
import { type Notified, type Progressed, READ_BYTES, takeNotice } from './notices.ts';
import type { Outline } from './outline.ts';
import type { Mask } from './secrets.ts';
import { oneLine } from './text.ts';

/**
 * What the engine is given instead of a result of the server. The engine would reject a result that breaks the schema,
 * or repair it; the client wants to see it as it came. Throws ConnectionError when the answer cannot be used at all.
 */
export type StandIn = (result: JsonObject) => JsonObject;

/** The one request that is on the wire, and what really came of it. */
interface Flight {
  method: string;
  standIn: StandIn;
  onProgress: Progressed | undefined;
  /** What its progress is told by: set with the id, where the request asks for progress. */
  progressToken?: unknown;
  /** Set when the engine has sent it. */
  id?: RequestId;
  answered: boolean;
  /** The `result` exactly as the server sent it. */
  result?: JsonObject;
  /** Why it failed, in this room's own terms; the engine only knows that it did. */
  failure?: ConnectionError;
  /** What came meanwhile and was not taken for its answer. */
  dropped: Dropped;
}

/** The largest notification that is read, in bytes. Of a log message a thirtieth of it is logged. */
const LARGEST_NOTICE = 64 * 1024;

/** A subscription is open for as long as its server likes, beside the request that is on the wire. */
const SUBSCRIBES = 'subscriptions/listen';

/** Stands at the edge of the bytes, below the engine, and sees every frame of one connection in both directions. */
export interface Ledger {
  /** Announces the next request. There is never more than one: requests of a connection are serialised. */
  begin(method: string, standIn: StandIn, onProgress?: Progressed): Flight;
  end(): void;
  /** Notes what goes out. Answers with the id when it is the announced request. */
  sent(message: unknown): RequestId | undefined;
  /**
   * How much of a message of so many bytes is worth its memory: all of it, the outline, or nothing, where that would not
   * do. A notification that is wanted whole counts as read. `asked` is as with `received`.
   */
  wants: (outline: Outline, bytes: number, asked?: RequestId) => 'whole' | 'outline' | 'nothing';
  /** Notes that a message of so many bytes was dropped unread, because nobody wanted it. */
  overlooked: (outline: Outline, bytes: number) => void;
  /**
   * What the engine shall see of a value that came in, or undefined when nothing. `asked` is the request that
   * the bytes are a reply to where the transport knows it (HTTP): a fault without an id is then matched all the same.
   */
  received(value: unknown, asked?: RequestId): JsonObject | undefined;
  /**
   * The request that a value can only answer although it does not say so, on a way that all answers share: the one that
   * waits. Undefined when the value is no answer, or when a server may have meant it for something of ours that wants none.
   */
  guess: (value: unknown) => RequestId | undefined;
  /** Notes what was not even a frame. Whoever reads the bytes has logged it. */
  missed(fault: FrameFault, why: string): void;
  /** What was dropped since the request that is on the wire was announced. */
  dropped(): Pick<Dropped, 'fault' | 'words'> | undefined;
  /**
   * Ends the flight with an error of ours (only that of `asked`, if given): the answer that makes the engine give up.
   */
  fail(error: ConnectionError, asked?: RequestId): JsonObject | undefined;
  /** Whether the request with this id still waits for its answer. */
  waits(asked: RequestId): boolean;
  /** An answer of ours to the server's request with this id has left, or never will. */
  answered: (id: unknown) => void;
  /** A text of the server without the secrets of its entry; to be asked before the text is cut. */
  hide: Mask['hide'];
}

/**
 * A ledger for one connection. What no request waits for is logged and dropped, and so are requests of the server beyond
 * those that can be open at a time.
 *
 * @param notified hears of every notification that does not concern one request
 */
export function createLedger(
  server: string,
  log: (line: string) => void,
  { hide }: Pick<Mask, 'hide'>,
  notified: Notified = () => undefined,
): Ledger {
  const guests = createGuests();
  const subscriptions = new Map<RequestId, 'asked' | 'open'>();
  let flight: Flight | undefined;
  /** So many bytes of each notification are still read. */
  let notices = new Map(READ_BYTES);
  /** Something of ours has left that wants no answer, and no answer has come since: some servers answer that as well. */
  let unasked = false;

  const drop = (why: string, fault?: FrameFault): undefined => {
    log(`MCP server "${server}": a frame was dropped: ${why}`);
    if (fault !== undefined) flight?.dropped.note(fault, why);
  };

  const isOpen = (id: unknown): boolean => isRequestId(id) && subscriptions.has(id);

  const matches = (id: unknown, asked: RequestId | undefined): Flight | undefined => {
    const meant = isRequestId(id) ? id : asked;
    // Servers that answer "5" to 5 exist, and every known client accepts it.
    return flight?.id !== undefined && !flight.answered && String(flight.id) === String(meant) ? flight : undefined;
  };

  const settle = (found: Flight, failure: ConnectionError): JsonObject => {
    found.answered = true;
    found.failure = failure;
    return { jsonrpc: '2.0', id: found.id ?? null, error: { code: -32603, message: failure.message } };
  };

  /** Who hears of this progress: reports that come late are nobody's. */
  const progressOf = (token: unknown): Progressed | undefined => {
    if (!isRequestId(token) || flight === undefined || flight.answered) return undefined;
    // As with ids: servers that tell of "5" for 5 exist.
    return String(token) === String(flight.progressToken) ? flight.onProgress : undefined;
  };

  const guess = (value: unknown): RequestId | undefined => {
    const isAnswer = isObject(value) && 'jsonrpc' in value && !('method' in value);
    return isAnswer && !unasked ? flight?.id : undefined;
  };

  const answerWith = (id: RequestId | null): string => `the answer with id ${oneLine(hide(String(id)), 60)}`;

  const takeMessage = (message: JsonObject): JsonObject | undefined => {
    const { jsonrpc, id, method } = message;
    if (id !== undefined) {
      const fault = guests.admit(id);
      // All that a server asks for is declined unread, and the engine keeps what it is given for longer than it needs it.
      return fault === undefined ? ({ jsonrpc, id, method } as JsonObject) : drop(fault);
    }
    try {
      const fate = takeNotice(message, { subscriptions, progressOf, notified });
      if (typeof fate === 'object') drop(fate.dropped);
      return fate === 'engine' ? message : undefined;
    } catch (error) {
      // A fault of who is told must not end the reading.
      return drop(oneLine(error instanceof Error ? error.message : String(error)));
    }
  };

  return {
    begin(method, standIn, onProgress) {
      notices = new Map(READ_BYTES);
      flight = { method, standIn, onProgress, answered: false, dropped: createDropped() };
      return flight;
    },
    end() {
      flight = undefined;
    },
    sent(message) {
      const { method, id, params } = message as { method?: unknown; id?: RequestId; params?: JsonObject };
      if (method === undefined || id === undefined) unasked = true;
      if (method === SUBSCRIBES && id !== undefined) subscriptions.set(id, 'asked');
      if (flight === undefined || flight.id !== undefined || method !== flight.method || id === undefined)
        return undefined;
      flight.id = id;
      if (isObject(params?._meta)) flight.progressToken = params._meta.progressToken;
      return id;
    },
    wants(outline, bytes, asked) {
      const { id, method, error } = outline;
      if (method === undefined) {
        if (matches(id, asked) !== undefined || isOpen(id)) return 'whole';
        return isObject(error) ? 'nothing' : 'outline';
      }
      // What a server asks for is declined unread.
      const readable = id === undefined ? notices.get(method) : undefined;
      if (readable === undefined) return 'outline';
      if (bytes > Math.min(readable, LARGEST_NOTICE)) return 'nothing';
      notices.set(method, readable - bytes);
      return 'whole';
    },
    overlooked({ id, method }, bytes) {
      if (method !== undefined)
        drop(
          bytes > LARGEST_NOTICE
            ? `expected a notification to have at most ${LARGEST_NOTICE} bytes, got one of ${bytes}`
            : `expected at most ${READ_BYTES.get(method)} bytes of such notifications between two requests, got more`,
        );
      else drop(`no request waits for ${isRequestId(id) ? answerWith(id) : 'an answer without an id'}`, 'wrong_id');
    },
    received(value, asked) {
      const frame = readFrame(value);
      if (frame.kind === 'message') return takeMessage(frame.message);
      const found = matches(frame.id, asked);
      if (found === undefined) {
        const subscription = frame.id ?? undefined;
        if (subscription !== undefined && subscriptions.delete(subscription))
          return endOfSubscription(subscription, frame, hide);
        if (frame.kind === 'malformed') return drop(frame.why, frame.fault);
        return drop(`no request waits for ${answerWith(frame.id)}`, 'wrong_id');
      }
      unasked = false;
      if (frame.kind === 'malformed') {
        const message = `MCP server "${server}" sent a malformed answer to ${found.method}: ${frame.why}`;
        return settle(found, new ConnectionError('malformed_frame', message, { fault: frame.fault }));
      }
      if (frame.kind === 'error') {
        found.answered = true;
        const error = { ...frame.error, message: hide(frame.error.message) };
        return { jsonrpc: '2.0', id: found.id ?? null, error: error as JsonObject };
      }
      found.result = frame.result;
      try {
        const result = found.standIn(frame.result);
        found.answered = true;
        return { jsonrpc: '2.0', id: found.id ?? null, result };
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        return settle(found, error);
      }
    },
    guess,
    missed: (fault, why) => flight?.dropped.note(fault, why),
    dropped: () => flight?.dropped,
    fail(error, asked) {
      if (flight === undefined || flight.answered || (asked !== undefined && flight.id !== asked)) return undefined;
      return settle(flight, error);
    },
    waits(asked) {
      return flight?.id === asked && !flight.answered;
    },
    answered: guests.answered,
    hide,
  };
}

/** What ends a subscription: an orderly end, or an error. */
function endOfSubscription(id: RequestId, frame: Exclude<Frame, { kind: 'message' }>, hide: Mask['hide']): JsonObject {
  if (frame.kind === 'result') return { jsonrpc: '2.0', id, result: {} };
  const { code, message } = frame.kind === 'error' ? frame.error : { code: -32603, message: frame.why };
  return { jsonrpc: '2.0', id, error: { code, message: hide(message) } };
}
