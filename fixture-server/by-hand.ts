import { closeSync, openSync, statSync } from 'node:fs';
import type { ServerMode, ServingPlan } from '../scenarios/types.ts';
import { FixtureError } from './error.ts';
import { startHttpFixture } from './http.ts';
import { serveStdio } from './stdio.ts';
import { fileTap, noTap } from './tap.ts';

/** What `serve-fixture` hands on from its command line. */
export interface ByHand {
  plan: ServingPlan;
  server: ServerMode;
  /** Serves Streamable HTTP on this port (0: a free one) instead of stdio. */
  port?: number;
  /** Serves HTTP+SSE on the port as well. */
  sse?: true;
  /** A file for the wire tap; without it nothing is kept. */
  tap?: string;
  /** Takes a line for the person: stdout belongs to the protocol. */
  log: (line: string) => void;
  /** Ends the serving over HTTP. */
  cancel?: AbortSignal;
}

/**
 * Serves a plan to a client that a person starts: over stdio until its end, over HTTP until cancelled. Throws FixtureError
 * `usage` when the tap is no file that can be written, or the port cannot be had.
 */
export async function serveByHand({ plan, server, port, sse, tap, log, cancel }: ByHand): Promise<void> {
  const wire = tap === undefined ? noTap : fileTap(writable(tap));
  if (port === undefined) {
    if (sse === true) throw new FixtureError('usage', 'Expected --sse to go with --http, got it alone');
    await serveStdio({ plan, server, tap: wire, input: process.stdin, output: process.stdout });
    return;
  }
  const fixture = await startHttpFixture({ port }).catch((cause: unknown) => {
    throw new FixtureError('usage', `Expected a free port, got ${port}: ${(cause as Error).message}`, { cause });
  });
  const onFault = (error: unknown): void => log(`A request was answered with 500: ${(error as Error).message}`);
  const run = { plan, server, tap: wire, onFault };
  const { url } = fixture.add({ ...run, key: 'by hand', path: '/mcp' });
  if (sse === true) {
    const beside = fixture.add({ ...run, key: 'by hand over SSE', path: '/sse', transport: 'sse' });
    log(`Serving the same by HTTP+SSE at ${beside.url}`);
  }
  log(`Serving ${plan.pages.flat().length} tools (${server}) at ${url}`);
  await new Promise<void>((resolve) => {
    if (cancel?.aborted === true) resolve();
    cancel?.addEventListener('abort', () => resolve(), { once: true });
  });
  await fixture.close();
}

/** The path, once it is known that frames can be written to it: a client could not tell its user what is wrong. */
function writable(path: string): string {
  const refuse = (got: string, cause?: unknown): FixtureError =>
    new FixtureError('usage', `Expected --tap to be a file that can be written, got ${got} (${path})`, { cause });
  // A pipe without a reader would not even be opened.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw refuse('something else');
  try {
    closeSync(openSync(path, 'a'));
  } catch (cause) {
    throw refuse((cause as Error).message, cause);
  }
  return path;
}
