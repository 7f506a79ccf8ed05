import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { madeDriver } from './testing/clients.ts';
import { finishedRuns } from './testing/gate.ts';
import { MIRROR, makePlace, ONE, probe, root, start, version } from './testing/place.ts';
import { differences, expectAnswer, expectNothingLeft, expectWhole } from './testing/sound.ts';

it('a plain run gives the 85 again after one fault upon another in one folder of runs', async () => {
  const place = await makePlace();
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const run = probe(place);
    await vi.waitFor(async () => expect((await finishedRuns(place.out)).length).toBeGreaterThan(9), 60_000);
    run.kill(signal);
    await run;
    await expectNothingLeft(place);
    await expectWhole(place);
  }
  const faults = [
    `if (mirror) process.exit(9);`,
    `if (mirror) mkdirSync(tap);`,
    `if (mirror) process.kill(process.pid, 'SIGKILL');`,
    `if (served.includes('probe_calibrat')) process.exit(9);`,
  ];
  for (const first of faults)
    expectAnswer(
      await probe(place, ...ONE, '--driver', await madeDriver(place, { first })),
      3,
      '0 records, 1 inconclusive',
    );
  // A run that is whole, to be damaged.
  await probe(place, ...ONE);
  const mirror = join(place.out, MIRROR);
  await truncate(join(mirror, '../calibration/wire.jsonl'), 100);
  await writeFile(join(mirror, 'record.json'), '{');
  await rm(join(mirror, 'wire.jsonl'));

  const answer = await probe(place);
  expectAnswer(answer, 0, '85 records, 0 inconclusive');
  const client = join(root, 'runs', `hermes-ts@${version}`);
  // The cells of the standard matrix; runs of connections have others.
  const standard = new Set(
    (await readdir(place.out, { recursive: true })).filter((path) => /\/both-[a-z]+$/.test(path)),
  );
  const committed = (await readdir(client, { recursive: true })).filter((path) => path.endsWith('wire.jsonl'));
  const runs = committed
    .map((path) => join(`hermes-ts@${version}`, path, '..'))
    .filter((path) => standard.has(dirname(path)))
    .filter((path) => /\/(calibration|tools\.result\.[^/]+)$/.test(path));
  expect(runs).toHaveLength(85 + 5);
  expect(await differences(place.out, runs)).toEqual([]);
  expectAnswer(await start(place, ['rejudge', '--runs', place.out]), 0, /^85 records hold\n$/);
  await expectNothingLeft(place);
});
