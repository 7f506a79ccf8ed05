import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { madeDriver } from './faults/testing/clients.ts';
import { CELL, MIRROR, ONE, type Place, probe } from './faults/testing/place.ts';
import { expectAnswer } from './faults/testing/sound.ts';
import { changeBaseline, placeWithBaseline, STDIO } from './testing/baselines.ts';

// An entry that is known to be flaky is run and shown and decides nothing, so it has to prove that it is.

const CAPTURES = ['runs/_flaky/mirror/1', 'runs/_flaky/mirror/2'] as const;
const [FIRST, SECOND] = CAPTURES;
const ONCE = '(result) => result.content[0].text';

/** Puts the run that was just kept at a capture's place, and its calibration run beside it. */
async function keepCapture(place: Place, path: string): Promise<void> {
  await cp(join(place.out, MIRROR), join(place.folder, path), { recursive: true });
  await cp(join(place.out, CELL, 'calibration'), join(place.folder, path, '../calibration'), { recursive: true });
}

async function changeRecord(place: Place, change: (record: RunRecord) => object): Promise<void> {
  const file = join(place.folder, SECOND, 'record.json');
  const record = JSON.parse(await readFile(file, 'utf8')) as RunRecord;
  await writeFile(file, JSON.stringify({ ...record, ...change(record) }));
}

/** As many entries as allow one to be known-flaky; the others are outside of what tests ask for. */
function withFlaky([entry]: BaselineEntry[], captures: readonly string[] = CAPTURES, all = 50): object[] {
  const knownFlaky = { captures, reason: 'It races.' };
  return Array.from({ length: all }, (_, index) =>
    index === 0 ? { ...entry, knownFlaky } : { ...entry, knownFlaky: undefined, config: `other-${index}` },
  );
}

async function placeWithFlaky(captures?: string[]): Promise<Place> {
  const place = await placeWithBaseline('{}', ...ONE);
  await keepCapture(place, FIRST);
  const other = await madeDriver(place, { way: `{ show: ${ONCE} }` });
  expectAnswer(await probe(place, '--driver', other, ...ONE, '--no-baseline'), 0, 'payload once');
  await keepCapture(place, SECOND);
  await changeBaseline(place, (entries) => withFlaky(entries, captures));
  return place;
}

it('is shown and decides nothing, whatever comes of it', async () => {
  const place = await placeWithFlaky();
  expectAnswer(await probe(place, '--driver', await madeDriver(place, {}), ...ONE), 0, 'FLAKY, known to be');
  const changed = await probe(place, '--driver', await madeDriver(place, { way: `{ show: ${ONCE} }` }), ...ONE);
  expectAnswer(changed, 0, 'FLAKY, payload: 2x → 1x');
  expect(changed.stdout).toContain('0 differ from data/baselines/hermes-ts.json, 1 known to be flaky\n');
  expect(changed.stderr).not.toContain('once more');
  const broken = await madeDriver(place, { way: `{ act: async () => (mirror ? 'made up' : undefined) }` });
  expectAnswer(await probe(place, '--driver', broken, ...ONE), 0, 'INCONCLUSIVE call-not-on-wire');
});

it('is kept when the baseline is written anew, and stale like any other', async () => {
  const place = await placeWithFlaky();
  const driver = await madeDriver(place, {});
  expect((await probe(place, '--driver', driver, ...ONE, '--update-baseline')).exitCode).toBe(0);
  expectAnswer(await probe(place, '--driver', driver, ...ONE), 0, 'FLAKY, known to be');
  const without = await madeDriver(place, {}, { unsupported: [{ scenario: '*mirror', reason: 'no more' }] });
  expectAnswer(await probe(place, '--driver', without, ...ONE), 1, /1 stale, 1 unsupported/);
});

it('is one entry of fifty at most', async () => {
  const place = await placeWithFlaky();
  await changeBaseline(place, (entries) => withFlaky(entries, CAPTURES, 49));
  expectAnswer(
    await probe(place, ...ONE),
    2,
    'Expected at most 0 of the 49 entries of data/baselines/hermes-ts.json (2 %) to be known-flaky, got 1.',
  );
});

it.each<[string, (place: Place) => Promise<void>, RegExp]>([
  [
    'are copies of one run, of which one was edited',
    async (place) => {
      const edited = await readFile(join(place.folder, SECOND, 'record.json'));
      await cp(join(place.folder, FIRST), join(place.folder, SECOND), { recursive: true, force: true });
      await writeFile(join(place.folder, SECOND, 'record.json'), edited);
    },
    /Expected runs\/_flaky\/mirror\/2\/record\.json to be what its bytes give, "payload twice \(as text\)", got "payload once/,
  ],
  [
    'are copies of one run',
    (place) => cp(join(place.folder, FIRST), join(place.folder, SECOND), { recursive: true, force: true }),
    /to be two runs; \S+\/1 and \S+\/2 are copies of one\./,
  ],
  [
    'are of two versions',
    (place) => changeRecord(place, () => ({ clientVersion: '9.9.9' })),
    /to be of one version and to differ/,
  ],
  [
    'are of another run',
    (place) => changeRecord(place, () => ({ config: 'other' })),
    /Expected runs\/_flaky\/mirror\/2 to be a capture of hermes-ts in default\/\S+, got hermes-ts in other\//,
  ],
  [
    'are no records',
    (place) => writeFile(join(place.folder, SECOND, 'record.json'), '{}'),
    /Expected runs\/_flaky\/mirror\/2\/record\.json to fit record\.schema\.json/,
  ],
  [
    'have no calibration run beside them',
    (place) => rm(join(place.folder, SECOND, '../calibration'), { recursive: true }),
    /Expected runs\/_flaky\/mirror\/calibration\/wire\.jsonl, the calibration run of a capture of .*, found none\./,
  ],
])('is refused when its captures %s', async (_what, damage, message) => {
  const place = await placeWithFlaky();
  await damage(place);
  expectAnswer(await probe(place, ...ONE), 2, message);
});

it('is refused when its captures are not there, or lie elsewhere', async () => {
  const none = await placeWithFlaky(['runs/_flaky/mirror/1', 'runs/_flaky/gone']);
  expectAnswer(
    await probe(none, ...ONE),
    2,
    /Expected runs\/_flaky\/gone\/record\.json, a capture of .*, found none\./,
  );
  const outside = await placeWithBaseline('{}', '--scenario', 'mirror', ...STDIO);
  const place = { ...none, folder: join(none.folder, 'inner') };
  await mkdir(place.folder);
  await cp(join(outside.folder, 'data'), join(place.folder, 'data'), { recursive: true });
  const leading = /Expected \S+, a capture\b.*, to lie in this folder\./;
  await changeBaseline(place, (entries) => withFlaky(entries, ['../runs/_flaky/mirror/1', '../runs/_flaky/mirror/2']));
  expectAnswer(await probe(place, ...ONE), 2, leading);
  await symlink(join(none.folder, 'runs'), join(place.folder, 'runs'));
  await changeBaseline(place, (entries) => withFlaky(entries));
  expectAnswer(await probe(place, ...ONE), 2, leading);
});
