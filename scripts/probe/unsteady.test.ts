import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { MIRROR, ONE, type Place, probe } from './faults/testing/place.ts';
import { placeWithBaseline } from './testing/baselines.ts';

// A verdict that is not the baseline's is run alone once more, and what comes out then hides nothing.

const ONCE = '(result) => result.content[0].text';

/** A place whose baseline expects that a payload arrives once. */
const placeOfOnce = (): Promise<Place> => placeWithBaseline(`{ show: ${ONCE} }`, ...ONE);

async function short(place: Place, folder: string): Promise<string> {
  const record = await readFile(join(place.out, folder, MIRROR, 'record.json'), 'utf8');
  return (JSON.parse(record) as { verdict: { short: string } }).verdict.short;
}

it('runs an unexpected verdict alone once more, and says that it came out the same', async () => {
  const place = await placeOfOnce();
  const { exitCode, stdout, stderr } = await probe(place, ...ONE, '--driver', await madeDriver(place, {}));
  expect(stderr).toBe(
    '[2/2]\n1 of 1 verdicts differ from data/baselines/hermes-ts.json; each is run alone once more.\n[1/1]\n',
  );
  expect(stdout).toMatch(/payload twice \(as text\).*\n.*CHANGED, payload: 1x → 2x.*\n.*alone: the same /);
  expect(stdout).toContain('1 records, 0 inconclusive, 1 differ from data/baselines/hermes-ts.json\n');
  expect(exitCode).toBe(1);
  expect(await short(place, '_again')).toBe('payload twice (as text)');
  for (const file of ['wire.jsonl', 'model.jsonl'])
    expect(existsSync(join(place.out, '_again', MIRROR, file))).toBe(true);
});

it.each([
  ['the expected verdict', ONCE, 'payload once (as text)'],
  ['another one', `() => 'nothing'`, '"…" placeholder, no fixture field: "nothing"'],
])('keeps and shows both results when the second one is %s', async (_what, show, second) => {
  const place = await placeOfOnce();
  // The first time it shows both fields.
  const seen = JSON.stringify(join(place.folder, 'seen'));
  const first = `const before = existsSync(${seen}); if (mirror) writeFileSync(${seen}, '');`;
  const driver = await madeDriver(place, { first, way: `{ show: before && mirror ? ${show} : honest }` });
  const { exitCode, stdout } = await probe(place, ...ONE, '--driver', driver);
  expect(stdout).toContain('CHANGED, payload: 1x → 2x');
  expect(stdout).toContain(`UNSTEADY, alone: ${second}`);
  expect(stdout).toContain('1 records, 0 inconclusive, 1 differ from data/baselines/hermes-ts.json\n');
  expect(exitCode).toBe(1);
  expect([await short(place, ''), await short(place, '_again')]).toEqual(['payload twice (as text)', second]);
});

it('shows that nothing can be said of the second run', async () => {
  const place = await placeOfOnce();
  const seen = JSON.stringify(join(place.folder, 'seen'));
  const first = `if (mirror && existsSync(${seen})) process.exit(7); if (mirror) writeFileSync(${seen}, '');`;
  const { exitCode, stdout } = await probe(place, ...ONE, '--driver', await madeDriver(place, { first }));
  expect(stdout).toContain('UNSTEADY, alone: INCONCLUSIVE crashed: exit code 7');
  expect(exitCode).toBe(1);
});
