import { createHash } from 'node:crypto';
import type { ServerMode, ServingPlan } from '../../scenarios/types.ts';
import { createSessions, type Sessions } from '../eras/handshake/sessions.ts';
import type { Tap } from '../tap.ts';

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
}

/** A run that is being served. */
export interface HttpRun extends RunToServe {
  path: string;
  /** What is the run's own of its path, for example `/5f2c…`. */
  prefix: string;
  sessions: Sessions;
  /** How many requests came so far. */
  exchanges: number;
}

export function openRun(given: RunToServe): HttpRun {
  const path = given.path ?? `/${createHash('sha256').update(given.key).digest('hex').slice(0, 16)}/mcp`;
  const prefix = path.slice(0, path.lastIndexOf('/'));
  return { ...given, path, prefix, sessions: createSessions(given.key), exchanges: 0 };
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
    const atEndpoint = path === run.path;
    const around = run.prefix !== '' && `${path}/`.includes(`${run.prefix}/`);
    if (atEndpoint || around) return { run, path: path.replace(run.prefix, ''), atEndpoint };
  }
  return undefined;
}
