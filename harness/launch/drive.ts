import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Launch, Scenario } from '../../scenarios/types.ts';
import { dialectOf } from '../plan/driver.ts';
import type { PlannedRun } from '../plan/matrix.ts';
import { storing } from '../store-error.ts';
import { type ClientEnd, runClient } from './client-process.ts';
import { fillIn } from './driven.ts';
import { NOTHING_INSTALLED, placesOf } from './installed.ts';
import type { Stage } from './launch.ts';
import type { RunFolders } from './workspace.ts';

/** A client that asks for ever still ends: one launch may take so many times as long as one phase. */
const PHASES = 10;

const PROMPT = 'Please use the tools that you have, then stop.';

/** What one launch of a client has of its run. */
export interface Driving extends PlannedRun {
  start: Launch;
  folders: RunFolders;
  /** The base URL of the mocked model. */
  baseUrl: string;
  /** The fixture's address over HTTP. */
  url: string;
}

/**
 * Starts the client once and waits for its end, its files written anew. Throws HarnessError `store` when there is no room
 * for them, `input` when the driver does not fit the run.
 */
export async function drive(
  stage: Stage & { environment: Record<string, string>; over: AbortSignal },
  { run, scenario, start, folders, baseUrl, url }: Driving,
): Promise<ClientEnd> {
  const driven = fillIn(stage.driver, {
    ...placesOf(stage.installed ?? NOTHING_INSTALLED),
    root: stage.root,
    folder: stage.folder ?? stage.root,
    home: folders.home,
    work: folders.work,
    prompt: PROMPT,
    config: stage.driver.configs[run.config] ?? {},
    model: {
      baseUrl,
      origin: baseUrl.slice(0, baseUrl.length - dialectOf(stage.driver, run.config).base.length),
      apiKey: 'dummy',
      name: 'mocked-model',
    },
    server: {
      ...serverEntry(stage.root, run.server, scenario, folders),
      transport: run.transport,
      sse: run.transport === 'sse',
      url,
      entry: start.serverEntry ?? scenario.serverEntry,
    },
  });
  await storing(`write the files of a run to ${folders.root}`, async () => {
    await writeFile(folders.plan, JSON.stringify(scenario.serve));
    for (const { path, text } of driven.files) {
      const file = join(folders.home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  });
  return runClient({
    command: driven.command,
    ...(driven.stdin !== undefined && { stdin: driven.stdin }),
    terminal: stage.driver.terminal === true,
    environment: {
      PATH: process.env['PATH'] ?? '',
      HOME: folders.home,
      ...stage.environment,
      ...driven.environment,
    },
    cwd: folders.work,
    folder: folders.root,
    timeoutSeconds: Math.round(stage.timeoutSeconds * PHASES * 1000) / 1000,
    over: stage.over,
    cancel: stage.cancel,
    guard: (group) => stage.workspace.guard(group),
  });
}

/** How the client starts the fixture itself, on stdio. */
function serverEntry(root: string, server: string, scenario: Scenario, folders: RunFolders) {
  return {
    name: scenario.serve.name,
    command: process.execPath,
    args: [
      join(root, 'dist', 'fixture-server.cjs'),
      `--plan=${folders.plan}`,
      `--tap=${folders.wire}`,
      `--server=${server}`,
    ],
  };
}
