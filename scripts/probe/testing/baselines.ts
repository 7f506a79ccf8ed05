import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { BaselineEntry, VerdictBaseline } from '../../../data/types/baseline.ts';
import { madeDriver } from '../faults/testing/clients.ts';
import { makePlace, type Place, probe } from '../faults/testing/place.ts';

/** Where the baseline of the clients lies that tests make. */
export const BASELINE = 'data/baselines/hermes-ts.json';
export const STDIO = ['--config', 'default', '--transport', 'stdio'];

/** A place with the baseline of a client that is made from `way`, for what is asked for. */
export async function placeWithBaseline(way: string, ...asked: string[]): Promise<Place> {
  const place = await makePlace();
  const driver = await madeDriver(place, { way });
  const { exitCode, stdout } = await probe(place, '--driver', driver, ...asked, '--update-baseline');
  expect(stdout).toMatch(new RegExp(`^${BASELINE}: \\d+ entr(?:y|ies), written$`, 'm'));
  expect(exitCode).toBe(0);
  return place;
}

export async function keepBaseline({ folder }: Place, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, BASELINE)), { recursive: true });
  await writeFile(join(folder, BASELINE), bytes);
}

export async function changeBaseline(
  place: Place,
  change: (entries: BaselineEntry[]) => (object | undefined)[],
): Promise<void> {
  const baseline = await readBaseline(place);
  await keepBaseline(place, JSON.stringify({ ...baseline, entries: change(baseline.entries) }));
}

/** The entries by their scenarios. */
export async function readEntries(place: Place): Promise<Map<string, BaselineEntry>> {
  const { entries } = await readBaseline(place);
  return new Map(entries.map((entry) => [entry.scenario, entry]));
}

async function readBaseline({ folder }: Place): Promise<VerdictBaseline> {
  return JSON.parse(await readFile(join(folder, BASELINE), 'utf8')) as VerdictBaseline;
}
