import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver } from '../../../../data/types/driver.ts';
import { type Place, root } from './place.ts';

/** Keeps a driver, changed, in the place of a test; answers with its path. */
export async function keepDriver({ folder }: Place, driver: Driver, more: object = {}): Promise<string> {
  const path = join(folder, 'driver.json');
  await writeFile(path, JSON.stringify({ ...driver, ...more }));
  return path;
}

/** The driver of our own client. */
export async function ownDriver(): Promise<Driver> {
  return JSON.parse(await readFile(join(root, 'data/drivers/hermes-ts.json'), 'utf8')) as Driver;
}

/**
 * A driver under the name of our own client, so that it writes the same runs, whose client is the honest one of
 * `harness/mutants/` but for what it does before it begins (`first`, statements) and on its way (`way`, the argument of its
 * `run`). `mirror` tells it whether this is the run of that scenario, and not the calibration run.
 */
export async function madeDriver(
  place: Place,
  { first = '', way = '{}' }: { first?: string; way?: string },
  more: Partial<Driver> = {},
): Promise<string> {
  const script = join(place.folder, 'client.mjs');
  await writeFile(
    script,
    `import { spawn } from 'node:child_process';
     import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
     import { setTimeout as delay } from 'node:timers/promises';
     import { honest, run } from ${JSON.stringify(join(root, 'harness/mutants/client.mjs'))};
     const { server, model } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
     const [plan, tap] = server.args.slice(1).map((argument) => argument.replace(/^--\\w+=/, ''));
     const served = readFileSync(plan, 'utf8');
     const mirror = served.includes('probe_mirror');
     const post = (body) => fetch(model.baseUrl + '/chat/completions', { method: 'POST', body }).then((answer) => answer.text());
     ${first}
     await run(${way});`,
  );
  const own = await ownDriver();
  return keepDriver(place, own, {
    command: ['{{node}}', script, '{{home}}/config.json'],
    environment: {},
    files: [{ path: 'config.json', template: ['{ "server": {{json server}}, "model": {{json model}} }'] }],
    transports: ['stdio'],
    configs: { default: {} },
    matrix: [{ config: 'default', transport: 'stdio' }],
    logs: [],
    ...more,
  });
}
