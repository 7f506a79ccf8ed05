import { readFile } from 'node:fs/promises';
import type { Driver } from '../../data/types/driver.ts';
import type { HttpFixture } from '../../fixture-server/http.ts';
import { faultOfTap, fileTap } from '../../fixture-server/tap.ts';
import type { Fence } from '../fence/fence.ts';
import type { MockedModel } from '../model/server.ts';
import { dialectOf } from '../plan/driver.ts';
import type { PlannedRun } from '../plan/matrix.ts';
import { runKey } from '../plan/run.ts';
import { abnormalEnd } from './abnormal-end.ts';
import type { ClientEnd } from './client-process.ts';
import { limitDisk } from './disk-limit.ts';
import { drive } from './drive.ts';
import type { Installed } from './installed.ts';
import { tellLaunches } from './launches.ts';
import { keepLines } from './lines.ts';
import { readLogs } from './logs.ts';
import { marksOf } from './marks.ts';
import { limitPhases } from './phase-limit.ts';
import type { Workspace } from './workspace.ts';

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

/** Clients keep logs and databases; none needs more than that. */
const DISK_BYTES = 1024 ** 3;

/**
 * Makes one run: a fresh home, the fixture and the mocked model with this scenario, the client to its end, as often as the
 * scenario launches it. `end` is the last launch's, or that of the first one that did not end well. Throws
 * HarnessError `store` when there is no room for the run, `input` when the driver does not fit it.
 */
export async function launch(stage: Stage, { run, scenario }: PlannedRun): Promise<Captured> {
  const key = runKey(run);
  const folders = await stage.workspace.open(key);
  const lines = keepLines('model.jsonl');
  const launches = tellLaunches(scenario, folders.wire);
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
        lines.push(launches.inModel(line));
      },
      onFault,
    });
    closing.push(() => model.remove());
    let url = '';
    if (run.transport !== 'stdio') {
      const tap = fileTap(folders.wire);
      const { transport, server } = run;
      const fixture = stage.fixture.add({ key, plan: scenario.serve, server, transport, tap, onFault });
      closing.push(() => fixture.remove());
      url = fixture.url;
    }
    const fenced = stage.fence?.open({ key, folder: folders.root });
    closing.push(() => fenced?.close());
    const environment = fenced?.environment ?? {};
    const started = performance.now();
    const over = AbortSignal.any([limit.over, disk.over]);
    const ends: ClientEnd[] = [];
    const starts = scenario.launches ?? [{}];
    for (const [index, start] of starts.entries()) {
      launches.next();
      model.begin(start.script ?? scenario.script);
      const { baseUrl } = model;
      const end = await drive({ ...stage, environment, over }, { run, scenario, start, folders, baseUrl, url });
      ends.push(end);
      const last = index + 1 === starts.length;
      if (last || stage.cancel.aborted || abnormalEnd(end, stage.driver.end.exitCodes) !== undefined) break;
    }
    const end = ends.at(-1) as ClientEnd;
    for (const host of (await fenced?.names()) ?? []) stage.asked?.add(host);
    return {
      wire: launches.inWire(
        await readFile(folders.wire).catch((error: NodeJS.ErrnoException) => {
          // A client that never started its server has no wire.
          if (error.code !== 'ENOENT') onFault(error);
          return Buffer.alloc(0);
        }),
      ),
      model: lines.text(),
      log: `${ends.map(describeEnd).join('')}${await readLogs(folders.home, stage.driver.logs)}`,
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

function ofTap(fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `a frame could not be written down: ${fault}`;
}

function describeEnd(end: ClientEnd): string {
  return `== the client: ${end.kind}, exit code ${end.exitCode ?? 'none'}; ${end.detail}\n${end.output}\n`;
}
