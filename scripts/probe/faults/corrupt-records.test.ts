import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishedOne, finishedRuns, gatedDriver, openGate } from './testing/gate.ts';
import { keepOne, MIRROR, makePlace, probe, root, start, version } from './testing/place.ts';
import { expectAnswer, expectNothingLeft, expectSound, treeOf } from './testing/sound.ts';

// Evidence that was cut short, overwritten or mixed up. The verbs that read it say so and leave it alone; a plain probe
// replaces it; `--resume` does not trust it.

/** Does harm to the evidence in a run's folder. */
type Damage = (folder: string) => Promise<unknown>;

const overwrite =
  (name: string, change: (text: string) => string | Buffer): Damage =>
  async (folder) =>
    writeFile(join(folder, name), change(await readFile(join(folder, name), 'utf8')));
const cut = (name: string): Damage => overwrite(name, (text) => text.slice(0, text.length / 2));
const dropLine = (name: string): Damage => overwrite(name, (text) => text.split('\n').toSpliced(-2, 1).join('\n'));
const remove =
  (name: string): Damage =>
  (folder) =>
    rm(join(folder, name));
const swap: Damage = (folder) =>
  cp(join(root, 'runs', MIRROR, '../tools.result.large/record.json'), join(folder, 'record.json'));

const NO_JSON = 'record.json to be JSON: Un';
const OTHER_RUN = 'to be "tools.result.mirror", as its folder says, got "tools.result.large".';
const GONE = (name: string): string => `Expected ${MIRROR}/${name}, found no such file.`;
const HALF = (name: string): RegExp =>
  new RegExp(`Expected line \\d of ${name} to end in a newline, got the end of the file\\.`);
/** Nobody but a judge can see it. */
const FINE = '1 record, 1 new, 0 changed, 0 dropped';
/** What is compared is the records. */
const EQUAL = '1 of 1 verdicts equal';

/** What rejudge, ingest and diff answer and say; what validate says, which answers with 1. */
type Told = [rejudge: [number, string | RegExp], ingest: [number, string | RegExp], diff: string, validate: string];

const DAMAGES: [string, Damage, Told][] = [
  [
    'an empty record',
    overwrite('record.json', () => ''),
    [[2, NO_JSON], [2, NO_JSON], NO_JSON, 'Expected JSON. [schema]'],
  ],
  ['half a record', cut('record.json'), [[2, NO_JSON], [2, NO_JSON], NO_JSON, 'Expected JSON. [schema]']],
  [
    'a record that is none',
    overwrite('record.json', () => '{}\n'),
    [
      [2, 'record.json to be a record: at "/" it must have'],
      [2, 'record.json to be a record: at "/" it must have'],
      'record.json to be a record: at "/" it must have',
      'Expected it to fit record.schema.json: at "/" it must have',
    ],
  ],
  ['the record of another run', swap, [[2, OTHER_RUN], [2, OTHER_RUN], OTHER_RUN, OTHER_RUN]],
  [
    'a forged record',
    overwrite('record.json', (text) => text.replace('payload once', 'payload twice')),
    [[1, '"payload twice (as text)" → "payload once (as text)"'], [0, FINE], 'payload: 1x → 2x', 'Run ingest.'],
  ],
  [
    'no record',
    remove('record.json'),
    [
      [2, GONE('record.json')],
      [2, GONE('record.json')],
      GONE('record.json'),
      'Expected this file of a run, found none.',
    ],
  ],
  [
    'half of the wire',
    cut('wire.jsonl'),
    [[2, HALF('wire.jsonl')], [2, HALF('wire.jsonl')], EQUAL, 'Expected the last line to end in a newline. [schema]'],
  ],
  [
    'a wire of other bytes',
    overwrite('wire.jsonl', () => Buffer.from([0, 0xff, 10])),
    [
      [2, 'wire.jsonl to be UTF-8, got other bytes.'],
      [2, 'wire.jsonl to be UTF-8, got other bytes.'],
      EQUAL,
      'Expected line 1 to fit wire-line.schema.json: it is no JSON. [schema]',
    ],
  ],
  [
    'a wire without its last line',
    dropLine('wire.jsonl'),
    [[1, '→ inconclusive (harness: The answer to the call of probe_mirror is not on'], [0, FINE], EQUAL, 'Run ingest.'],
  ],
  [
    'half of the model',
    cut('model.jsonl'),
    [[2, HALF('model.jsonl')], [2, HALF('model.jsonl')], EQUAL, 'Expected the last line to end in a newline. [schema]'],
  ],
  [
    'no model',
    remove('model.jsonl'),
    [[2, GONE('model.jsonl')], [2, GONE('model.jsonl')], EQUAL, 'Expected this file of a run, found none.'],
  ],
];

describe.each(DAMAGES)('%s', (_what, damage, [rejudge, ingest, diff, validate]) => {
  it('is told by who reads it, stays as it is, and is replaced by a plain probe', async () => {
    const place = await makePlace();
    await keepOne(place);
    await damage(join(place.out, MIRROR));
    const before = treeOf(place.out);
    // What ingest may write lies elsewhere.
    const registry = join(place.folder, 'registry');
    await mkdir(registry);
    const ask = (...args: string[]) => start({ ...place, folder: registry }, [...args, '--runs', place.out]);
    const sides = ['published/hermes-agent@0.23.0+689.ga9ff979', `hermes-ts@${version}`];
    // What only one side has, 84 runs here, is a difference.
    const [rejudged, compared, validated] = await Promise.all([ask('rejudge'), ask('diff', ...sides), ask('validate')]);
    expectAnswer(rejudged, ...rejudge);
    expectAnswer(compared, diff === EQUAL || diff.startsWith('payload') ? 1 : 2, diff);
    expectAnswer(validated, 1, validate);
    expectAnswer(await ask('ingest'), ...ingest);
    expect(treeOf(place.out)).toEqual(before);
    await expectSound(place, 'damaged');
  });
});

it('a folder in the place of evidence is refused, and nothing is lost', async () => {
  const place = await makePlace();
  await keepOne(place);
  const model = join(place.out, MIRROR, 'model.jsonl');
  await rm(model);
  await mkdir(join(model, 'mine'), { recursive: true });
  expectAnswer(
    await probe(place, '--scenario', 'mirror'),
    2,
    /^Error: Expected to write evidence to .*mirror: E(ISDIR|NOTEMPTY|EXIST)/m,
  );
  for (const verb of ['rejudge', 'ingest'])
    expectAnswer(
      await start(place, [verb, '--runs', place.out]),
      2,
      /found no such file|Expected to read .*model\.jsonl: EISDIR/,
    );
  expect(treeOf(model)).toHaveLength(2);
  await expectNothingLeft(place);
  await rm(model, { recursive: true });
  await expectSound(place, 'damaged');
});

it('what was finished and then damaged is not trusted by --resume', async () => {
  const place = await makePlace();
  const args = ['--jobs', '1', '--scenario', 'tools.result.sc_*', '--driver', await gatedDriver(place)];
  const first = probe(place, ...args);
  await finishedOne(place);
  first.kill('SIGINT');
  expect((await first).exitCode).toBe(130);
  const finished = await finishedRuns(place.out);
  await openGate(place);
  const clean = { ...place, out: join(place.folder, 'clean') };
  expect((await probe(clean, ...args)).exitCode).toBe(0);
  const harm: [string, Damage][] = [
    ['nothing', async () => undefined],
    ['record', cut('record.json')],
    ['another', swap],
    ['wire', dropLine('wire.jsonl')],
    ['model', (folder) => truncate(join(folder, 'model.jsonl'))],
  ];
  for (const [what, damage] of harm) {
    const damaged = { ...place, out: join(place.folder, what) };
    await cp(place.out, damaged.out, { recursive: true });
    await damage(join(damaged.out, finished[0] ?? ''));
    const answer = await probe(damaged, ...args, '--resume');
    expectAnswer(answer, 0, '3 records, 0 inconclusive');
    const trusted = finished.length - (what === 'nothing' ? 0 : 1);
    expect(answer.stdout.match(/\d+(?= runs were finished before)/)?.[0] ?? '0').toBe(`${trusted}`);
    for (const run of finished)
      for (const name of ['record.json', 'wire.jsonl', 'model.jsonl'])
        expect([what, name, await readFile(join(damaged.out, run, name), 'utf8')]).toEqual([
          what,
          name,
          await readFile(join(clean.out, run, name), 'utf8'),
        ]);
  }
});
