import { serveByHand } from '../../fixture-server/by-hand.ts';
import { scenarios } from '../../scenarios/index.ts';
import type { ServerMode, ServingPlan } from '../../scenarios/types.ts';

/** Every tool of every scenario on one server, for people who point a client at it by hand. */
function planOfAll(): ServingPlan {
  const tools = scenarios.flatMap(({ serve }) => serve.pages.flat());
  return {
    serverInfo: { name: 'probe-fixture', title: 'Probe fixture', version: '1' },
    name: 'probe',
    pages: [tools],
    httpAnswer: 'json',
  };
}

export async function runServeFixture(options: {
  server: ServerMode;
  http?: number;
  /** HTTP+SSE beside Streamable HTTP. */
  sse?: boolean;
  tap?: string;
  /** Ends the serving over HTTP. */
  cancel?: AbortSignal;
}): Promise<number> {
  await serveByHand({
    plan: planOfAll(),
    server: options.server,
    ...(options.http !== undefined && { port: options.http }),
    ...(options.sse === true && { sse: true }),
    ...(options.tap !== undefined && { tap: options.tap }),
    ...(options.cancel !== undefined && { cancel: options.cancel }),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return options.cancel?.aborted === true ? 130 : 0;
}
