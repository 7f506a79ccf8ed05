import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ServerMode, ServingPlan } from '../../scenarios/types.ts';
import type { ScriptedHttp } from '../behaviour/http/receive.ts';
import type { Ledger } from '../behaviour/ledger.ts';
import type { Headers } from '../eras/era.ts';
import { createSessions, type Sessions } from '../eras/handshake/sessions.ts';
import { offeredBy } from '../eras/offered.ts';
import type { Tap } from '../tap.ts';
import type { TapOfExchange } from './stream.ts';

/** What a run asks the HTTP fixture to serve. */
export interface RunToServe {
  /** The run's key: its path and the ids of its sessions follow from it. */
  key: string;
  plan: ServingPlan;
  server: ServerMode;
  tap: Tap;
  /** Told when a request could not be served: the tap could not be written, or we failed. The client gets a 500. */
  onFault?: (error: unknown) => void;
  /** The path of the endpoint, instead of one made from the key. Its last segment is what the tap shows. */
  path?: string;
  /** `sse`: the HTTP+SSE of 2024-11-05, at `…/sse` unless `path` says otherwise, with `…/messages` beside it. */
  transport?: 'http' | 'sse';
  /** Where executed calls are written down, for a plan with a ledger. */
  ledger?: Ledger;
}

/** A request of a run, which its tap has. */
export interface Arrived {
  method: string;
  url: string;
  /** As the tap shows it. */
  path: string;
  headers: Headers;
  bytes: Buffer;
  /** Whether that is all of the body. */
  whole: boolean;
  atEndpoint: boolean;
  exchange: number;
  response: ServerResponse;
  tap: TapOfExchange;
}

/** A run that is being served. */
export interface HttpRun extends RunToServe {
  path: string;
  /** What is the run's own of its path, for example `/5f2c…`. */
  prefix: string;
  sessions: Sessions;
  /** Whether the endpoint is one of HTTP+SSE. */
  sse: boolean;
  /** How many requests came so far. */
  exchanges: number;
  /** What the plan's `behaviour` makes of requests. */
  scripted?: Promise<ScriptedHttp>;
}

export function openRun(given: RunToServe): HttpRun {
  const { key, plan, transport = 'http' } = given;
  const last = transport === 'sse' ? 'sse' : 'mcp';
  const path = given.path ?? `/${createHash('sha256').update(key).digest('hex').slice(0, 16)}/${last}`;
  const prefix = path.slice(0, path.lastIndexOf('/'));
  const server = offeredBy(plan, given.server);
  const sse = transport === 'sse' || plan.behaviour?.sseOnly !== undefined;
  return { ...given, server, path, prefix, sessions: createSessions(key), sse, exchanges: 0 };
}

/**
 * The run that a URL path belongs to, and the path as its tap shows it. A path around the endpoint is the run's too, in
 * whatever place it has the prefix, so that the tap shows what a client looks for (`/.well-known/…`).
 */
export function findRun(
  runs: Iterable<HttpRun>,
  url: string,
): { run: HttpRun; path: string; atEndpoint: boolean } | undefined {
  const path = url.split('?', 1)[0] ?? '';
  for (const run of runs) {
    const { alsoAt } = run.plan.behaviour ?? {};
    const atEndpoint = path === run.path || (alsoAt !== undefined && path === `${run.prefix}${alsoAt}`);
    const isForMessages = run.sse && path === messagesPath(run);
    const around = run.prefix !== '' && `${path}/`.includes(`${run.prefix}/`);
    if (atEndpoint || isForMessages || around) return { run, path: path.replace(run.prefix, ''), atEndpoint };
  }
  return undefined;
}

/** HTTP+SSE: where the client posts its messages. */
export function messagesPath({ prefix }: Pick<HttpRun, 'prefix'>): string {
  return `${prefix}/messages`;
}
