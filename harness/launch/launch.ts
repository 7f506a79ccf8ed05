import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import type { HttpFixture } from '../../fixture-server/http.ts';
import { faultOfTap, fileTap } from '../../fixture-server/tap.ts';
import type { Scenario } from '../../scenarios/types.ts';
import type { Fence } from '../fence/fence.ts';
import type { MockedModel } from '../model/server.ts';
import { dialectOf } from '../plan/driver.ts';
import type { PlannedRun } from '../plan/matrix.ts';
import { runKey } from '../plan/run.ts';
import { storing } from '../store-error.ts';
import { type ClientEnd, runClient } from './client-process.ts';
import { limitDisk } from './disk-limit.ts';
import { fillIn } from './driven.ts';
import { type Installed, NOTHING_INSTALLED, placesOf } from './installed.ts';
import { keepLines } from './lines.ts';
import { readLogs } from './logs.ts';
import { marksOf } from './marks.ts';
import { limitPhases } from './phase-limit.ts';
import type { RunFolders, Workspace } from './workspace.ts';

/** What every run of an invocation shares. */
export interface Stage {
  /** The folder of this package, with `dist/` in it. */
  root: string;
  driver: Driver;
  /** The folder of the driver's file; that of this package unless told. */
  folder?: string;
  /** Absent where the client was there already. */
  installed?: Installed;
  /** Absent where nobody needs to be kept in. */
  fence?: Fence;
  /** Collects the hosts that clients asked for and did not get. */
  asked?: Set<string>;
  workspace: Workspace;
  model: MockedModel;
  fixture: HttpFixture;
  /** How long a phase of a run may take; see {@link limitPhases}. */
  timeoutSeconds: number;
  /** What a client may put into the folder of its run; 1 GiB unless told. */
  diskBytes?: number;
  cancel: AbortSignal;
}

/** The raw bytes of a run and how its client ended. */
export interface Captured {
  wire: string;
  model: string;
  log: string;
  end: ClientEnd;
  milliseconds: number;
  /** Why the bytes are not all that happened, or what we answered is not what was planned. */
  fault: string | undefined;
  /** What the harness itself chose and what is therefore replaced before the bytes are kept. */
  chosen: { home: string; ports: number[] };
}

/** A client that asks for ever still ends: its whole run may take so many times as long as one phase. */
const PHASES = 10;
/** Clients keep logs and databases; none needs more than that. */
const DISK_BYTES = 1024 ** 3;

const PROMPT = 'Please use the tools that you have, then stop.';

/**
 * Runs one client once: a fresh home, the fixture and the mocked model with this scenario, the client to its end. Throws
 * HarnessError `store` when there is no room for the run, `input` when the driver does not fit it.
 */
export async function launch(stage: Stage, { run, scenario }: PlannedRun): Promise<Captured> {
  const key = runKey(run);
  const folders = await stage.workspace.open(key);
  const lines = keepLines('model.jsonl');
  let fault: string | undefined;
  const onFault = (error: unknown): void => {
    // The first one tells: what comes after may follow from it.
    fault ??= error instanceof Error ? error.message : String(error);
  };
  const limit = limitPhases(stage.timeoutSeconds);
  const disk = limitDisk(folders.root, stage.diskBytes ?? DISK_BYTES);
  const closing = [() => limit.end(), () => disk.end()];
  try {
    const model = stage.model.add({
      key,
      dialect: dialectOf(stage.driver, run.config),
      script: scenario.script,
      marks: marksOf(scenario),
      tap(line) {
        limit.heard(model.finished());
        lines.push(line);
      },
      onFault,
    });
    closing.push(() => model.remove());
    let url = '';
    if (run.transport === 'http') {
      const tap = fileTap(folders.wire);
      const fixture = stage.fixture.add({ key, plan: scenario.serve, server: run.server, tap, onFault });
      closing.push(() => fixture.remove());
      url = fixture.url;
    }
    const fenced = stage.fence?.open({ key, folder: folders.root });
    closing.push(() => fenced?.close());
    const environment = fenced?.environment ?? {};
    const started = performance.now();
    const end = await drive(
      { ...stage, environment, over: AbortSignal.any([limit.over, disk.over]) },
      { run, scenario },
      folders,
      model.baseUrl,
      url,
    );
    for (const host of (await fenced?.names()) ?? []) stage.asked?.add(host);
    return {
      wire: await readFile(folders.wire, 'utf8').catch((error: NodeJS.ErrnoException) => {
        // A client that never started its server has no wire.
        if (error.code !== 'ENOENT') onFault(error);
        return '';
      }),
      model: lines.text(),
      log: `${describeEnd(end)}${await readLogs(folders.home, stage.driver.logs)}`,
      end,
      milliseconds: Math.round(performance.now() - started),
      fault: fault ?? ofTap(faultOfTap(folders.wire)),
      chosen: { home: folders.root, ports: [stage.model.port, stage.fixture.port] },
    };
  } finally {
    for (const close of closing) close();
    await stage.workspace.close(folders);
  }
}

async function drive(
  stage: Stage & { environment: Record<string, string>; over: AbortSignal },
  { run, scenario }: PlannedRun,
  folders: RunFolders,
  baseUrl: string,
  url: string,
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
      url,
      entry: scenario.serverEntry,
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

function ofTap(fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `a frame could not be written down: ${fault}`;
}

function describeEnd(end: ClientEnd): string {
  return `== the client: ${end.kind}, exit code ${end.exitCode ?? 'none'}; ${end.detail}\n${end.output}\n`;
}
