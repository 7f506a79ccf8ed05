import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { madeDriver } from './faults/testing/clients.ts';
import { makePlace, type Place, probe } from './faults/testing/place.ts';
import { expectNothingLeft } from './faults/testing/sound.ts';

/** Gives a place a registry of drivers, each made from the same honest client. */
async function keepDrivers(place: Place, drivers: Record<string, Partial<Driver>>): Promise<void> {
  const made = JSON.parse(await readFile(await madeDriver(place, {}), 'utf8')) as Driver;
  const folder = join(place.folder, 'data/drivers');
  await mkdir(folder, { recursive: true });
  for (const [client, more] of Object.entries(drivers))
    await writeFile(join(folder, `${client}.json`), JSON.stringify({ ...made, client, ...more }));
}

const few = ['--all', '--scenario', 'mirror', '--jobs', '1'];

it('runs every client that has a driver, and those that cannot be run keep the others from nothing', async () => {
  const place = await makePlace();
  await keepDrivers(place, {
    absent: { install: { version: '1', program: 'no-such-program-anywhere' } },
    broken: { command: ['{{node}}', '-e', 'process.exit(7)'] },
    honest: {},
  });
  const { exitCode, stdout, stderr } = await probe(place, ...few);
  expect(stderr).toContain('no-such-program-anywhere');
  expect(stdout).toMatch(/\nabsent\n\nbroken\n[^]*INCONCLUSIVE crashed[^]*\nhonest\n[^]*payload twice/);
  // What cannot be run outranks what could not be judged.
  expect(exitCode).toBe(2);
  expect((await readdir(place.out)).filter((name) => !name.startsWith('_'))).toEqual([
    expect.stringMatching(/^honest@/),
  ]);
  await expectNothingLeft(place);
});

it('goes on after the clients that were finished when it was interrupted', async () => {
  const place = await makePlace();
  const gate = join(place.folder, 'gate');
  const waiting = `const { existsSync } = require('node:fs');
    const wait = () => (existsSync(${JSON.stringify(gate)}) ? process.exit(7) : setTimeout(wait, 20)); wait();`;
  await keepDrivers(place, { first: {}, second: { command: ['{{node}}', '-e', waiting] } });
  const interrupted = probe(place, ...few);
  let said = '';
  interrupted.stdout.on('data', (data) => (said += String(data)));
  await vi.waitFor(() => expect(said).toContain('second'), 60_000);
  interrupted.kill('SIGINT');
  expect((await interrupted).exitCode).toBe(130);
  await writeFile(gate, '');
  const { exitCode, stdout } = await probe(place, ...few, '--resume');
  expect(stdout).toMatch(
    /\nfirst\n[^]*1 runs were finished before and not repeated\n[^]*\nsecond\n[^]*INCONCLUSIVE crashed/,
  );
  expect(exitCode).toBe(3);
  expect((await readdir(place.out)).filter((name) => name === '_journal')).toEqual([]);
});

it('is not asked for one client and for all', async () => {
  const { exitCode, stderr } = await probe(await makePlace(), '--all', '--client', 'hermes-ts');
  expect(stderr).toMatch(/option '--all' cannot be used with option '--client/);
  expect(exitCode).toBe(2);
});
