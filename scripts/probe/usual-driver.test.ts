import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { makePlace, ONE, probe } from './faults/testing/place.ts';
import { expectAnswer } from './faults/testing/sound.ts';

it('is the one of the repository, unless another client was asked for', async () => {
  const place = await makePlace();
  const own = await madeDriver(place, {}, { client: 'mine' });
  await copyFile(own, join(place.folder, 'mcp-client-probe.json'));
  const { exitCode, stdout } = await probe(place, ...ONE);
  expect(stdout).toContain('No data/baselines/mine.json ');
  expect(exitCode).toBe(0);
  expect((await probe(place, ...ONE, '--client', 'hermes-ts')).stdout).toContain('No data/baselines/hermes-ts.json ');
});

it.each(['../x', 'a/b', '.', 'x\n', 'X'])('is refused when it calls its client %j', async (client) => {
  const place = await makePlace();
  const file = await madeDriver(place, {});
  const driver = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(join(place.folder, 'mcp-client-probe.json'), JSON.stringify({ ...driver, client }));
  expectAnswer(
    await probe(place, ...ONE),
    2,
    'Expected mcp-client-probe.json to be a driver: at "/client" it must match pattern',
  );
});
