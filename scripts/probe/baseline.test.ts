import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { makePlace, type Place, probe, root } from './faults/testing/place.ts';
import { expectAnswer } from './faults/testing/sound.ts';
import { BASELINE, changeBaseline, keepBaseline, placeWithBaseline, readEntries, STDIO } from './testing/baselines.ts';

const BOTH = ['--scenario', 'summary_and_data', ...STDIO];
const contentOnly = `{ show: (result) => result.content.map(({ text }) => text).join('') }`;

async function probeWith(place: Place, way: string, ...args: string[]) {
  return probe(place, '--driver', await madeDriver(place, { way }), ...args);
}

describe('probe and a baseline', () => {
  it('says how to make one where there is none, and answers with 0', async () => {
    const place = await makePlace();
    const { exitCode, stdout } = await probeWith(place, '{}', ...BOTH);
    expect(stdout).toContain(
      '\n1 records, 0 inconclusive\nNo data/baselines/hermes-ts.json to be held against: "probe --update-baseline" makes it.\n',
    );
    expect(exitCode).toBe(0);
    const ignoring = await probeWith(place, '{}', ...BOTH, '--no-baseline');
    expect(ignoring.stdout).toMatch(/\n1 records, 0 inconclusive\n$/);
  });

  it('answers with 1 to a client that lost a field, in one line, and ignores the baseline when told', async () => {
    const place = await placeWithBaseline('{}', ...BOTH);
    const same = await probeWith(place, '{}', ...BOTH);
    expectAnswer(same, 0, '1 records, 0 inconclusive, 0 differ from data/baselines/hermes-ts.json\n');
    const lost = await probeWith(place, contentOnly, ...BOTH);
    expect(lost.exitCode).toBe(1);
    expect(lost.stdout.match(/CHANGED, .*? {2}/g)).toEqual([
      expect.stringMatching(/^CHANGED, structuredContent: reached the model → lost/),
    ]);
    expect(lost.stdout).toContain('1 differ from data/baselines/hermes-ts.json\n');
    expect((await probeWith(place, contentOnly, ...BOTH, '--no-baseline')).exitCode).toBe(0);
  });

  it('tells a cause once under the table, however many runs it is about', async () => {
    const some = ['--scenario', 'schema_*', ...STDIO];
    const place = await placeWithBaseline('{}', ...some);
    const lost = await probeWith(place, contentOnly, ...some);
    expect(lost.stdout.match(/CHANGED, /g)).toHaveLength(2);
    expect(lost.stdout).toMatch(
      /\nChanged since the baseline:\n {2}structuredContent: reached the model → lost, -\d+(?: to -\d+)? tokens \(over both runs\)\n$/,
    );
  });

  it('writes what is now, for what was asked for, and keeps the rest', async () => {
    const place = await placeWithBaseline('{}', '--scenario', 'm*', ...STDIO);
    const before = await readEntries(place);
    expect([...before.keys()]).toEqual(['tools.result.meta_only', 'tools.result.mirror']);
    const answer = await probeWith(place, contentOnly, '--scenario', 'mirror', ...STDIO, '--update-baseline');
    expectAnswer(answer, 0, 'data/baselines/hermes-ts.json: 2 entries, written\n');
    expect(answer.stdout).toContain('CHANGED, payload: 2x → 1x');
    const after = await readEntries(place);
    expect(after.get('tools.result.meta_only')).toEqual(before.get('tools.result.meta_only'));
    expect(after.get('tools.result.mirror')?.verdict.short).toBe('payload once (as text)');
    expect((await probeWith(place, contentOnly, '--scenario', 'mirror', ...STDIO)).exitCode).toBe(0);
  });

  it('shows what is new, and lets it decide nothing', async () => {
    const place = await placeWithBaseline('{}', '--scenario', 'mirror', ...STDIO);
    expectAnswer(await probeWith(place, '{}', '--scenario', 'm*', ...STDIO), 0, /0 differ from \S+, 1 new\n/);
  });

  it('answers with 1 to an entry that no run answers any more, until it is dropped', async () => {
    const place = await placeWithBaseline('{}', ...BOTH);
    await changeBaseline(place, ([entry]) => [entry, { ...entry, scenario: 'tools.result.summary_of_old' }]);
    const some = ['--scenario', 'summary_*', ...STDIO];
    const stale = await probeWith(place, '{}', ...some);
    expectAnswer(stale, 1, 'STALE, no run answers it any more: default/both-stdio/tools.result.summary_of_old\n');
    expect(stale.stdout).toContain('0 differ from data/baselines/hermes-ts.json, 1 stale\n');
    expect((await probeWith(place, '{}', ...BOTH)).exitCode).toBe(0);
    expect((await probeWith(place, '{}', ...some, '--update-baseline')).exitCode).toBe(0);
    expect([...(await readEntries(place)).keys()]).toEqual(['tools.result.summary_and_data']);
  });

  it('takes an entry for stale whose run the client no longer supports', async () => {
    const place = await placeWithBaseline('{}', ...BOTH);
    const unsupported = [{ scenario: '*', reason: 'no tools' }];
    const driver = await madeDriver(place, {}, { unsupported });
    expectAnswer(await probe(place, '--driver', driver, ...BOTH), 1, /1 stale, 1 unsupported by the client\n/);
  });

  it('keeps the entry of a run that could not be judged, and answers with 3', async () => {
    const place = await placeWithBaseline('{}', '--scenario', 'mirror', ...STDIO);
    const before = await readEntries(place);
    const madeUp = `{ act: async () => (mirror ? 'made up' : undefined) }`;
    const answer = await probeWith(place, madeUp, '--scenario', 'mirror', ...STDIO, '--update-baseline');
    expectAnswer(answer, 3, 'data/baselines/hermes-ts.json: 1 entry, unchanged\n');
    expect(await readEntries(place)).toEqual(before);
  });

  it('writes the committed baseline of our own client again, byte for byte', async () => {
    const place = await makePlace();
    const committed = await readFile(join(root, BASELINE), 'utf8');
    await keepBaseline(place, committed);
    const some = ['--scenario', 's*', '--config', 'default', '--update-baseline'];
    expectAnswer(await probe(place, ...some), 0, /\S+: \d+ entries, unchanged\n/);
    await keepBaseline(place, committed.replace('"payload once (as text)"', '"payload"'));
    expect((await probe(place, '--scenario', 'mirror', '--update-baseline')).exitCode).toBe(0);
    expect(await readFile(join(place.folder, BASELINE), 'utf8')).toBe(committed);
  });

  it('is not asked to update and to ignore it, nor to update it from sessions', async () => {
    const place = await makePlace();
    expectAnswer(
      await probe(place, '--update-baseline', '--no-baseline'),
      2,
      "option '--update-baseline' cannot be used with option '--no-baseline'",
    );
    expectAnswer(
      await probe(place, '--update-baseline', '--isolate', 'session'),
      2,
      'Error: Expected --update-baseline with isolated runs, got --isolate session: it gives no evidence.',
    );
  });
});

describe('a baseline that is none', () => {
  const entry = '{"client":"hermes-ts","clientVersion":"1","entries":[]}';

  it.each([
    ['no JSON', '{ "client": "hermes-ts", "ent', /^Error: Expected data\/baselines\/hermes-ts\.json to be JSON: /],
    [
      'of another form',
      '{"client":"hermes-ts","entries":[]}',
      /to fit baseline\.schema\.json: at "\/" it must have required property 'clientVersion'\.\n$/,
    ],
    [
      'another client’s',
      entry.replace('hermes-ts', 'other'),
      /Expected "client" of \S+ to be "hermes-ts", got "other"\./,
    ],
    ['one line of 50 MB', 'x'.repeat(5e7), /to be JSON: /],
    ['larger than all evidence', 'x'.repeat(7e7), /Expected \S+ to have at most 64000000 bytes, got 70000000\./],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), /to be UTF-8, got other bytes\./],
  ])('is refused when it is %s', async (_what, bytes, message) => {
    const place = await makePlace();
    await keepBaseline(place, bytes);
    const answer = await probe(place, ...BOTH);
    expectAnswer(answer, 2, message);
    expect(answer.stderr.length).toBeLessThan(500);
  });

  it.each([
    [
      'two entries of one run',
      ([one]: unknown[]) => [one, one],
      /to have one entry for default\/both-stdio\/\S+, got two\./,
    ],
    [
      'a name that is none',
      ([one]: object[]) => [{ ...one, scenario: '../../x\n\u001b[31m' }],
      /baseline\.schema\.json: at "\/entries\/0\/scenario" it must match pattern /,
    ],
  ])('is refused when it has %s', async (_what, change, message) => {
    const place = await placeWithBaseline('{}', ...BOTH);
    await changeBaseline(place, change as never);
    expectAnswer(await probe(place, ...BOTH), 2, message);
  });
});
