import type { ServerMode, ServingPlan } from '../scenarios/types.ts';
import { startHttpFixture } from './http.ts';
import { serveStdio } from './stdio.ts';
import { fileTap, noTap } from './tap.ts';

/** What `serve-fixture` hands on from its command line. */
export interface ByHand {
  plan: ServingPlan;
  server: ServerMode;
  /** Serves Streamable HTTP on this port (0: a free one) instead of stdio. */
  port?: number;
  /** A file for the wire tap; without it nothing is kept. */
  tap?: string;
  /** Takes a line for the person: stdout belongs to the protocol. */
  log: (line: string) => void;
  /** Ends the serving over HTTP. */
  cancel?: AbortSignal;
}

/** Serves a plan to a client that a person starts: over stdio until its end, over HTTP until cancelled. */
export async function serveByHand({ plan, server, port, tap, log, cancel }: ByHand): Promise<void> {
  const wire = tap === undefined ? noTap : fileTap(tap);
  if (port === undefined) {
    await serveStdio({ plan, server, tap: wire, input: process.stdin, output: process.stdout });
    return;
  }
  const fixture = await startHttpFixture({ port });
  const { url } = fixture.add({ key: 'by hand', path: '/mcp', plan, server, tap: wire });
  log(`Serving ${plan.pages.flat().length} tools (${server}) at ${url}`);
  await new Promise<void>((resolve) => {
    if (cancel?.aborted === true) resolve();
    cancel?.addEventListener('abort', () => resolve(), { once: true });
  });
  await fixture.close();
}
