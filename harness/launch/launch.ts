import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import type { HttpFixture } from '../../fixture-server/http.ts';
import { fileTap } from '../../fixture-server/tap.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { dialects } from '../model/dialects.ts';
import type { MockedModel } from '../model/server.ts';
import type { PlannedRun } from '../plan/matrix.ts';
import { runKey } from '../plan/run.ts';
import { type ClientEnd, runClient } from './client-process.ts';
import { fillIn } from './driven.ts';
import { marksOf } from './marks.ts';
import type { RunFolders, Workspace } from './workspace.ts';

/** What every run of an invocation shares. */
export interface Stage {
  /** The folder of this package, with `dist/` in it. */
  root: string;
  driver: Driver;
  workspace: Workspace;
  model: MockedModel;
  fixture: HttpFixture;
  timeoutSeconds: number;
  cancel: AbortSignal;
}

/** The raw bytes of a run and how its client ended. */
export interface Captured {
  wire: string;
  model: string;
  log: string;
  end: ClientEnd;
  milliseconds: number;
  /** What the harness itself chose and what is therefore replaced before the bytes are kept. */
  chosen: { home: string; ports: number[] };
}

const PROMPT = 'Please use the tools that you have, then stop.';

/** Runs one client once: a fresh home, the fixture and the mocked model with this scenario, the client to its end. */
export async function launch(stage: Stage, { run, scenario }: PlannedRun): Promise<Captured> {
  const key = runKey(run);
  const folders = await stage.workspace.open(key);
  const lines: string[] = [];
  const closing: (() => void)[] = [];
  try {
    const model = stage.model.add({
      key,
      dialect: dialects[stage.driver.dialect],
      script: scenario.script,
      marks: marksOf(scenario),
      tap: (line) => lines.push(line),
    });
    closing.push(() => model.remove());
    let url = '';
    if (run.transport === 'http') {
      const fixture = stage.fixture.add({ key, plan: scenario.serve, server: run.server, tap: fileTap(folders.wire) });
      closing.push(() => fixture.remove());
      url = fixture.url;
    }
    const started = performance.now();
    const end = await drive(stage, { run, scenario }, folders, model.baseUrl, url);
    return {
      wire: await readIfThere(folders.wire),
      model: lines.join(''),
      log: await collectLogs(stage.driver, folders.home, end),
      end,
      milliseconds: Math.round(performance.now() - started),
      chosen: { home: folders.root, ports: [stage.model.port, stage.fixture.port] },
    };
  } finally {
    for (const close of closing) close();
    await stage.workspace.close(folders);
  }
}

async function drive(
  stage: Stage,
  { run, scenario }: PlannedRun,
  folders: RunFolders,
  baseUrl: string,
  url: string,
): Promise<ClientEnd> {
  await writeFile(folders.plan, JSON.stringify(scenario.serve));
  const driven = fillIn(stage.driver, {
    node: process.execPath,
    root: stage.root,
    home: folders.home,
    work: folders.work,
    prompt: PROMPT,
    config: stage.driver.configs[run.config] ?? {},
    model: { baseUrl, apiKey: 'dummy', name: 'mocked-model' },
    server: {
      ...serverEntry(stage.root, run.server, scenario, folders),
      transport: run.transport,
      url,
      entry: scenario.serverEntry,
    },
  });
  for (const { path, text } of driven.files) {
    const file = join(folders.home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return runClient({
    command: driven.command,
    environment: { PATH: process.env['PATH'] ?? '', HOME: folders.home, ...driven.environment },
    cwd: folders.work,
    timeoutSeconds: stage.timeoutSeconds,
    cancel: stage.cancel,
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

async function collectLogs(driver: Driver, home: string, end: ClientEnd): Promise<string> {
  const parts = [`== the client: ${end.kind}, exit code ${end.exitCode ?? 'none'}; ${end.detail}\n${end.output}`];
  for (const path of driver.logs) parts.push(`== ${path}\n${await readIfThere(join(home, path))}`);
  return `${parts.join('\n')}\n`;
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
