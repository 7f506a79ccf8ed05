import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type HttpFixture, startHttpFixture } from '../../fixture-server/http.ts';
import { type Belongings, belongings } from './belongings.ts';
import { runChaos } from './run.ts';

// `npm run chaos` asks for more seeds than CI; CHAOS_SEEDS=7 or CHAOS_SEEDS=1-100 asks for others.
const [first = 1, last = first] = (process.env['CHAOS_SEEDS'] ?? '1-3').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** So long may a loaded machine take to let go of what was closed. */
const LETTING_GO_MS = 20_000;

let fixture: HttpFixture;
const warnings: string[] = [];
const noteWarning = ({ message }: Error) => void warnings.push(message);
beforeAll(async () => {
  process.on('warning', noteWarning);
  fixture = await startHttpFixture();
});
afterAll(async () => {
  process.off('warning', noteWarning);
  await fixture.close();
});

/** What this process holds, once that is no more than `before`, or time is up. */
async function settled(folder: string, before: Belongings): Promise<Belongings> {
  const deadline = performance.now() + LETTING_GO_MS;
  for (;;) {
    const now = belongings(folder);
    const good = now.descriptors <= before.descriptors && now.processes.length <= before.processes.length;
    if (good || performance.now() > deadline) return now;
    await wait(50);
  }
}

describe.runIf(existsSync('/proc/self/fd'))('200 calls of servers that fail in every way', () => {
  it.each(seeds)('lose no write, double none and leave nothing behind: CHAOS_SEEDS=%i', async (seed) => {
    const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const before = belongings(folder);
    const lines: string[] = [];
    const log = (level: string, line: string) => void lines.push(`${level} ${line}`);
    const { complaints, outcomes, faults } = await runChaos(seed, { fixture, folder, log });
    console.log(`CHAOS_SEEDS=${seed}: ${faults} faults, ${JSON.stringify(outcomes)}`);
    const tail = lines.slice(-20).join('\n');
    expect(complaints, `CHAOS_SEEDS=${seed}; the client's log ends with\n${tail}`).toEqual([]);
    const { processes, descriptors } = await settled(folder, before);
    expect(processes, `CHAOS_SEEDS=${seed}: processes`).toEqual(before.processes);
    expect(descriptors, `CHAOS_SEEDS=${seed}: descriptors`).toBeLessThanOrEqual(before.descriptors);
    // Node warns of listeners that pile up.
    expect(warnings, `CHAOS_SEEDS=${seed}: warnings`).toEqual([]);
  });
});
