import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { makeWorkspace } from '../../harness/launch/workspace.ts';
import { startMockedModel } from '../../harness/model/server.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { packageRoot } from '../paths.ts';
import type { Case } from './figure.ts';
import { largeCases, type RunNode } from './large-cases.ts';
import { manyServers } from './many-servers.ts';
import { measureProgram, measureUntilReady } from './programs.ts';
import { measureFirstRequest, measureFloor, measureRun, measureStart } from './runs.ts';

/** What is measured, and what has to be closed when all of it has been. */
export interface Cases {
  cases: Case[];
  close: () => Promise<void>;
}

/** A scenario's folder that is not one of the standard matrix: the goal of `rejudge` speaks of those and of `tools`. */
const BEYOND = /\/(?:both|handshake|stateless)-[a-z]+\/(?!calibration|tools$|tools\.result\.)[^/]+$/;

/** The goals of the verbs speak of our own client alone, whatever else is in the registry. */
async function keepOwn(root: string, registry: string): Promise<void> {
  const runs = (await readdir(join(root, 'runs'))).filter((name) => name.startsWith('hermes-ts@'));
  for (const path of [...runs.map((name) => join('runs', name)), 'data/verified/hermes-ts.json', 'package-lock.json'])
    await cp(join(root, path), join(registry, path), { recursive: true, filter: (from) => !BEYOND.test(from) });
}

const DIFFERENCE = ['published/hermes-agent@0.23.0+689.ga9ff979', 'hermes-ts@0.1.0'];
const CLIENT_SECONDS = 60;

/** The cases of this package, measured where it lies: its data, its runs, what is built. */
export async function openCases(cancel: AbortSignal): Promise<Cases> {
  const root = packageRoot();
  const driver = await readDriver(join(root, 'data', 'drivers', 'hermes-ts.json'));
  const [workspace, model, fixture] = await Promise.all([makeWorkspace(), startMockedModel(), startHttpFixture()]);
  const stage = { root, driver, workspace, model, fixture, timeoutSeconds: CLIENT_SECONDS, cancel };
  const { root: folder } = await workspace.open('bench');
  const out = join(folder, 'runs');
  const registry = join(folder, 'registry');
  await keepOwn(root, registry);
  const node: RunNode = (args, given = {}) =>
    measureProgram(args, { cwd: root, folder, cancel, guard: workspace.guard, ...given });
  const probe = (...args: string[]) => node(['dist/mcp-client-probe.js', ...args]);
  const verb = (exitCodes: number[], ...args: string[]) =>
    node([join(root, 'dist/mcp-client-probe.js'), ...args], { cwd: registry, exitCodes });
  const isolated = () => probe('probe', '--out', out);
  const cases: Case[] = [
    { name: 'node', title: 'node -e 0', measure: () => node(['-e', '0']) },
    { name: 'floor', title: 'floor: SDK client, one call', measure: () => measureFloor(stage) },
    { name: 'run', title: 'one isolated run', measure: () => measureRun(stage) },
    {
      name: 'import',
      title: 'import of the SDK client',
      measure: () => measureUntilReady(join(root, 'dist', 'bench', 'floor.cjs')),
    },
    { name: 'first-request', title: 'client to its first request', measure: () => measureFirstRequest(stage) },
    { name: 'start', title: 'client without servers', measure: () => measureStart(stage) },
    { name: 'isolated', title: '85 runs, isolated', measure: isolated },
    {
      name: 'session',
      title: '85 runs, by session',
      async measure() {
        // A session is held against isolated records.
        if (!existsSync(out)) await isolated();
        return probe('probe', '--isolate', 'session', '--out', out);
      },
    },
    { name: 'rejudge', title: 'rejudge of 90 records', measure: () => verb([0], 'rejudge') },
    // 1: something differs, or is not there yet, which is an answer too.
    { name: 'build-cards', title: 'build-cards, one client', measure: () => verb([0, 1], 'build-cards', '--check') },
    { name: 'diff', title: 'diff', measure: () => verb([0, 1], 'diff', ...DIFFERENCE) },
    ...[10, 100].flatMap((clients) => largeCases(clients, { root, folder, node })),
    ...manyServers(stage, folder),
  ];
  return {
    cases,
    async close() {
      await Promise.allSettled([workspace.remove(), model.close(), fixture.close()]);
    },
  };
}
