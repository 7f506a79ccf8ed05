import type { CallOptions, JsonObject } from '../types.ts';
import { isObject, type RequestId } from './frame.ts';
import { kindOf } from './text.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Takes a notification of the server; what stands in it is hostile. */
export type Notified = (method: string, params: JsonObject) => void;

/** Takes the progress of one request. */
export type Progressed = NonNullable<CallOptions['onProgress']>;

/** What a server may notify of that something waits for. */
interface Awaited {
  /** The subscriptions that are open, and whether the server has acknowledged them. */
  subscriptions: Map<RequestId, 'asked' | 'open'>;
  /** Who hears of the progress with this token, if anybody does. */
  progressOf: (token: unknown) => Progressed | undefined;
  notified: Notified;
}

/**
 * The notifications of which more is read than that they came, and how much between two requests of ours, in bytes. A report
 * of progress has some 150; what is reported and logged beyond that is not shown to anybody either.
 */
export const READ_BYTES: ReadonlyMap<unknown, number> = new Map([
  ['notifications/progress', 2 * 1024 * 1024],
  ['notifications/message', 2 * 1024 * 1024],
  ['notifications/cancelled', 64 * 1024],
  ['notifications/subscriptions/acknowledged', 64 * 1024],
]);

/** What became of a notification: somebody was told, or the engine shall be, or nobody waits for it. */
export type Fate = 'told' | 'engine' | { dropped: string };

/**
 * Passes a notification on to who waits for it. The engine is given only what it waits for: it holds every message
 * against schemas that a notification fails, and a flood of such failures would fill this client's memory.
 */
export function takeNotice({ method, params = {} }: JsonObject, awaited: Awaited): Fate {
  const about = params as JsonObject;
  switch (method) {
    case 'notifications/progress':
      return takeProgress(about, awaited);
    case 'notifications/cancelled':
      return takeCancelled(about, awaited);
    case 'notifications/subscriptions/acknowledged':
      return takeAcknowledged(about, awaited);
    default:
      awaited.notified(method as string, about);
      return 'told';
  }
}

/** A report has a number at least (specification, basic/utilities/progress). */
function takeProgress({ progressToken, progress, total, message }: JsonObject, { progressOf }: Awaited): Fate {
  const hears = progressOf(progressToken);
  if (hears === undefined) return { dropped: 'no request waits for the progress that it tells of' };
  if (typeof progress !== 'number') return { dropped: `expected "progress" to be a number, got ${kindOf(progress)}` };
  hears({
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  });
  return 'told';
}

/** Requests of the server have been answered by then, or their answers are on their way: only subscriptions end so. */
function takeCancelled({ requestId }: JsonObject, { subscriptions }: Awaited): Fate {
  if (subscriptions.delete(requestId as RequestId)) return 'engine';
  return { dropped: 'nothing that it could cancel is open' };
}

function takeAcknowledged({ _meta }: JsonObject, { subscriptions }: Awaited): Fate {
  const id = isObject(_meta) ? (_meta[SUBSCRIPTION_ID] as RequestId) : '';
  if (subscriptions.get(id) !== 'asked') return { dropped: 'no subscription waits to be acknowledged' };
  subscriptions.set(id, 'open');
  return 'engine';
}
