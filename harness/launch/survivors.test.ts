import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';

// The built probe, killed at any time, with a client that ignores SIGTERM and has children that ignore it too, one of them
// in a session of its own. Who is there is asked of /proc: all of them have the folder of temporary files in their
// environment or their command line.
const root = resolve(import.meta.dirname, '../..');
const POINTS = 10;
/** Three seconds of looks: on a machine that is too busy for a look, its victims wait for their end as well. */
const LOOKS = 60;
const LOOK_EVERY_MS = 50;

const CLIENT = `
  import { spawn } from 'node:child_process';
  import { run } from ${JSON.stringify(join(root, 'harness/mutants/client.mjs'))};
  process.on('SIGTERM', () => {});
  const stubborn = 'process.on("SIGTERM", () => {}); process.stdin.resume(); setInterval(() => {}, 60_000)';
  for (const detached of [false, true])
    spawn(process.execPath, ['-e', stubborn], { stdio: ['pipe', 'ignore', 'ignore'], detached });
  await run();
  process.exit();
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'survivors-'));
  await writeFile(join(folder, 'client.mjs'), CLIENT);
  const driver = JSON.parse(await readFile(join(root, 'harness/mutants/driver.json'), 'utf8')) as Driver;
  driver.command = ['{{node}}', join(folder, 'client.mjs'), '{{home}}/config.json'];
  await writeFile(join(folder, 'driver.json'), JSON.stringify(driver));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a probe of one scenario; `temporary` is its folder of temporary files. */
async function begin(name: string) {
  const temporary = join(folder, name, 'tmp');
  await mkdir(temporary, { recursive: true });
  const args = ['--driver', join(folder, 'driver.json'), '--scenario', 'mirror', '--out', join(folder, name, 'runs')];
  const child = spawn(process.execPath, [join(root, 'dist/mcp-client-probe.js'), 'probe', ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: temporary },
    stdio: 'ignore',
  });
  return { temporary, child, exited: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

/** Those who run with `text` in their environment or their command line. The dead have neither. */
function runningWith(text: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return ['environ', 'cmdline'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(text));
    } catch {
      return false;
    }
  });
}

/** Kills a probe after so many milliseconds, or sooner, where it has ended by itself by then. */
async function killedAfter(milliseconds: number, name: string) {
  for (let after = Math.round(milliseconds); ; after = Math.round(after * 0.8)) {
    const { temporary, child, exited } = await begin(name);
    const isEarly = await Promise.race([delay(after, true), exited.then(() => false)]);
    const { length: living } = runningWith(temporary);
    child.kill('SIGKILL');
    await exited;
    const time = await lastEnd(temporary, `a kill after ${after} ms`);
    if (isEarly) return { after, living, time };
  }
}

/** Waits until nobody is left and no folder, and says after how many milliseconds. */
async function lastEnd(temporary: string, ended: string): Promise<number> {
  const began = performance.now();
  for (let look = 0; ; look += 1) {
    const living = runningWith(temporary);
    const left = readdirSync(temporary);
    if (living.length + left.length === 0) return Math.round(performance.now() - began);
    if (look === LOOKS) {
      for (const pid of living) process.kill(pid, 'SIGKILL');
      throw new Error(`Expected nothing to be left after ${ended}, got ${[...living, ...left].join(', ')}`);
    }
    await delay(LOOK_EVERY_MS);
  }
}

describe.runIf(existsSync('/proc'))('nothing outlives a probe', () => {
  it('that is killed, whenever that is', async () => {
    const seed = Number(process.env['SURVIVORS_SEED'] ?? randomInt(2 ** 31));
    console.log(`SURVIVORS_SEED=${seed}`);
    const random = randomFrom(seed);
    const limit = pLimit(3);
    // As many at once as later, so that the length of a run is what it will be.
    const lengths = ['a', 'b', 'c'].map(async (name) => {
      const began = performance.now();
      const { temporary, exited } = await begin(name);
      expect(await exited).toEqual([0, null]);
      const length = performance.now() - began;
      await lastEnd(temporary, 'a run to its end');
      return length;
    });
    const length = Math.min(...(await Promise.all(lengths)));
    const killed = Array.from({ length: POINTS }, (_, point) => {
      const share = (point + random()) / POINTS;
      return limit(() => killedAfter(share * length, String(point)));
    });
    const told = (await Promise.all(killed)).map(({ after, living, time }) => `${after} (${living}): ${time}`);
    console.log(`Killed after ms (with so many processes): nothing left after ms. ${told.join('; ')}`);
  }, 300_000);
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
