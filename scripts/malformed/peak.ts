import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { buildClient } from '../../client/cli/test-support/build.ts';
import { makeHome, startClient } from '../../client/cli/test-support/run-client.ts';
import { callTurn, startModel, textTurn } from '../../client/cli/test-support/scripted-model.ts';
import { type HttpFixture, startHttpFixture } from '../../fixture-server/http.ts';
import { noTap } from '../../fixture-server/tap.ts';
import { bundleProgram, type Program } from '../../fixture-server/test-support/program.ts';
import type { Step } from '../../scenarios/behaviour.ts';
import type { ServingPlan } from '../../scenarios/types.ts';

/** How the server is talked to: over Streamable HTTP with an answer as JSON or as a stream, over HTTP+SSE, over stdio. */
export type Way = 'json' | 'stream' | 'sse' | 'stdio';

/** What a server may cost more than one that says little, in megabytes. */
export const MAX_MEGABYTES = 64;
/** Enough for a gigabyte on a busy machine, in seconds. */
const CALL_TIMEOUT = 300;

/** A talk in which the model calls the one tool of a server, once. */
export interface Talk {
  /** What the model was told of the call. */
  told: string;
  /** The most memory that the client took, in megabytes. */
  peak: number;
}

/**
 * Talks of the built client with the server of a test file, which does these steps where it is called. To be set up in
 * the file itself: its folder, its fixture and its build are there for all of its tests.
 */
export function talkBench(): (steps: Step[], way: Way) => Promise<Talk> {
  let folder: string;
  let client: string;
  let hook: string;
  let http: HttpFixture;
  let program: Program;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'memory-'));
    client = join(folder, 'hermes.cjs');
    hook = join(folder, 'peak.cjs');
    // Not what `resourceUsage` tells: that begins with the peak of the process which forked this one.
    writeFileSync(
      hook,
      "const fs = require('node:fs'); process.on('exit', () => fs.writeFileSync(process.env.PEAK_FILE, fs.readFileSync('/proc/self/status')));",
    );
    [http, program] = await Promise.all([
      startHttpFixture(),
      bundleProgram(planWith([], 'stdio')),
      buildClient(client),
    ]);
  });
  afterAll(async () => {
    await Promise.all([http.close(), program.remove()]);
    rmSync(folder, { recursive: true });
  });

  /** The entry of the server, in the configuration of a client that lives in `home`. */
  function serverWith(steps: Step[], way: Way, home: string): object {
    const plan = planWith(steps, way);
    if (way === 'stdio') {
      const file = join(home, 'plan.json');
      writeFileSync(file, JSON.stringify(plan));
      return { command: process.execPath, args: [program.path, '--plan', file], timeout: CALL_TIMEOUT };
    }
    const transport = way === 'sse' ? 'sse' : 'http';
    const run = http.add({ key: home, plan, server: 'handshake', transport, tap: noTap });
    onTestFinished(run.remove);
    return { url: run.url, timeout: CALL_TIMEOUT, ...(way === 'sse' && { transport }) };
  }

  return async (steps, way) => {
    const model = await startModel(callTurn('mcp__docs__read', {}), textTurn('done'));
    onTestFinished(() => model.close());
    const home = mkdtempSync(join(folder, 'home-'));
    const status = join(home, 'peak');
    makeHome(home, {
      model: { provider: 'custom', base_url: model.baseUrl, default: 'm', api_key: 'k' },
      mcp_servers: { docs: serverWith(steps, way, home) },
      tools: { tool_search: 'off' },
    });
    const environment = { HERMES_HOME: home, NODE_OPTIONS: `--require ${hook}`, PEAK_FILE: status };
    const outcome = await startClient(client, ['chat', '-q', 'Read it.'], environment).outcome;
    expect(outcome).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? [];
    return { told: model.requests[1]?.messages.at(-1)?.content ?? '', peak: Number(kilobytes) / 1024 };
  };
}

/** A server of one tool. */
function planWith(steps: Step[], way: Way): ServingPlan {
  const definition = { name: 'read', description: 'd', inputSchema: { type: 'object' } };
  return {
    serverInfo: { name: 's', title: 'S', version: '1' },
    name: 'docs',
    httpAnswer: way === 'stream' ? 'sse' : 'json',
    pages: [[{ definition, answer: { result: { content: [] } } }]],
    behaviour: { rules: [{ on: { method: 'tools/call' }, do: steps }] },
  };
}
