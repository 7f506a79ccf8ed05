import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { CELL, MIRROR, makePlace, ONE, probe, start } from './faults/testing/place.ts';

const OTHER = `${CELL}/tools.result.sc_null`;

it('leaves no record that was judged with what an earlier calibration run showed', async () => {
  const place = await makePlace();
  const driver = await madeDriver(place, {});
  expect((await probe(place, '--driver', driver, '--scenario', 'sc_null')).exitCode).toBe(0);
  expect((await probe(place, ...ONE, '--driver', driver)).exitCode).toBe(0);
  expect((await start(place, ['rejudge', '--runs', place.out])).stdout).toBe('2 records hold\n');
  // The client has changed, and its version has not.
  const changed = await madeDriver(place, { way: '{ show: (result) => `Result:\n${honest(result)}` }' });
  expect((await probe(place, ...ONE, '--driver', changed)).exitCode).toBe(0);
  expect(existsSync(join(place.out, OTHER, 'record.json'))).toBe(false);
  expect(existsSync(join(place.out, OTHER, 'model.jsonl'))).toBe(true);
  expect(existsSync(join(place.out, MIRROR, 'record.json'))).toBe(true);
});
