import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Driver } from '../../../../data/types/driver.ts';
import { madeDriver } from './clients.ts';
import type { Place } from './place.ts';

/** A driver whose client, in the last of the runs of `tools.result.sc_*`, waits until the gate is open. */
export function gatedDriver(place: Place, more: Partial<Driver> = {}): Promise<string> {
  const gate = JSON.stringify(gateOf(place));
  return madeDriver(
    place,
    { first: `while (served.includes('probe_sc_string') && !existsSync(${gate})) await delay(20);` },
    more,
  );
}

export function openGate(place: Place): Promise<void> {
  return writeFile(gateOf(place), '');
}

function gateOf({ folder }: Place): string {
  return join(folder, 'gate');
}

/** Waits until a run of the probe that is running has been finished. */
export async function finishedOne({ out }: Place): Promise<void> {
  await vi.waitFor(async () => expect((await finishedRuns(out)).length).toBeGreaterThan(0), 60_000);
}

/** The runs that a journal below a folder of runs names. */
export async function finishedRuns(out: string): Promise<string[]> {
  const journal = join(out, '_journal');
  const names = (await readdir(journal)).filter((name) => name.endsWith('.txt'));
  const texts = await Promise.all(names.map((name) => readFile(join(journal, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').slice(0, -1)).map((line) => line.split(' ').slice(1).join(' '));
}
