import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { keepDriver, madeDriver, ownDriver } from './testing/clients.ts';
import { finishedOne, gatedDriver, openGate } from './testing/gate.ts';
import { makePlace, ONE, probe } from './testing/place.ts';
import { expectAnswer, expectNothingLeft, expectSound, expectWhole } from './testing/sound.ts';

// A probe that is stopped in the middle, and probes that meet in one folder of runs.

const FEW = ['--jobs', '1', '--scenario', 'tools.result.sc_*'];
const NOT_REPEATED = /\n[12] runs were finished before and not repeated/;

describe('a probe that is stopped', () => {
  it.each([
    ['Ctrl-C', ['SIGINT']],
    ['a polite kill', ['SIGTERM']],
    ['the end of its terminal', ['SIGHUP']],
    ['a second Ctrl-C', ['SIGINT', 'SIGTERM']],
  ] as const)('by %s answers with 130 and keeps what was finished', async (_what, signals) => {
    const place = await makePlace();
    const args = [...FEW, '--driver', await gatedDriver(place)];
    const first = probe(place, ...args);
    await finishedOne(place);
    for (const signal of signals) first.kill(signal);
    const answer = await first;
    expect(answer.exitCode).toBe(130);
    if (signals.length === 1)
      expectAnswer(answer, 130, /^Interrupted\. Finished runs are kept; --resume goes on after them\.\n$/);
    await expectNothingLeft(place);
    await expectWhole(place);
    await openGate(place);
    const second = await probe(place, ...args, '--resume');
    expectAnswer(second, 0, '3 records, 0 inconclusive');
    expect(second.stdout).toMatch(NOT_REPEATED);
    expect(existsSync(join(place.out, '_journal'))).toBe(false);
    await expectSound(place);
  });

  it('by force leaves no process and no folder behind, and goes on after it', async () => {
    const place = await makePlace();
    const args = [...FEW, '--driver', await gatedDriver(place)];
    const first = probe(place, ...args);
    await finishedOne(place);
    expect(await readdir(place.temporary)).toEqual([expect.stringMatching(/^mcp-client-probe-/)]);
    first.kill('SIGKILL');
    await first;
    await vi.waitFor(() => expectNothingLeft(place), 30_000);
    await expectWhole(place);
    await openGate(place);
    const second = await probe(place, ...args, '--resume');
    expectAnswer(second, 0, '3 records, 0 inconclusive');
    expect(second.stdout).toMatch(NOT_REPEATED);
    expect(existsSync(join(place.out, '_journal'))).toBe(false);
    await expectSound(place);
  });

  it('while it asks for a version answers with 130', async () => {
    const place = await makePlace();
    const asked = join(place.folder, 'asked');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(asked)}, ''); setInterval(() => {}, 1000)`;
    const version = { command: ['{{node}}', '-e', script] as [string, ...string[]], pattern: '.*' };
    const run = probe(place, ...ONE, '--driver', await keepDriver(place, await ownDriver(), { version }));
    await vi.waitFor(() => expect(existsSync(asked)).toBe(true), 60_000);
    run.kill('SIGINT');
    expectAnswer(await run, 130, 'Interrupted.');
    await expectSound(place);
  });

  it('and whose verdicts differ says so when it has gone on', async () => {
    const place = await makePlace();
    const args = [...FEW, '--driver', await gatedDriver(place)];
    await openGate(place);
    expectAnswer(await probe(place, ...args, '--update-baseline'), 0, '3 entries, written');
    await rm(join(place.folder, 'gate'));
    const baseline = join(place.folder, 'data/baselines/hermes-ts.json');
    // The first run differs from what the baseline says; it is finished before the interruption.
    await writeFile(
      baseline,
      (await readFile(baseline, 'utf8')).replace('[…] content only', '[…] nothing but content'),
    );
    const first = probe(place, ...args);
    await finishedOne(place);
    first.kill('SIGTERM');
    expect((await first).exitCode).toBe(130);
    await openGate(place);
    const second = await probe(place, ...args, '--resume');
    expect(second.stdout).toMatch(NOT_REPEATED);
    expectAnswer(second, 1, '3 records, 0 inconclusive, 1 differ');
  });
});

describe('two probes', () => {
  it('of one client do not write the same runs at once', async () => {
    const place = await makePlace();
    const driver = await gatedDriver(place);
    const first = probe(place, ...FEW, '--driver', driver);
    await finishedOne(place);
    const [same, resumed] = await Promise.all([
      probe(place, ...ONE),
      probe(place, ...FEW, '--driver', driver, '--resume'),
    ]);
    for (const refused of [same, resumed])
      expectAnswer(
        refused,
        2,
        /^Error: Expected to be alone with the runs of hermes-ts@\S+ in .*, got process \d+, which probes them too\. Wait for it or choose another --out; .*\.\n$/,
      );
    await openGate(place);
    expectAnswer(await first, 0, '3 records, 0 inconclusive');
    expect(existsSync(join(place.out, '_journal'))).toBe(false);
    await expectSound(place);
  });

  it('of two clients share a folder of runs', async () => {
    const place = await makePlace();
    const first = probe(place, ...FEW, '--driver', await gatedDriver(place, { client: 'another' }));
    await finishedOne(place);
    expectAnswer(await probe(place, ...ONE), 0, '1 records, 0 inconclusive');
    await openGate(place);
    expectAnswer(await first, 0, '3 records, 0 inconclusive');
    expect(existsSync(join(place.out, '_journal'))).toBe(false);
    await expectSound(place);
  });

  it('that begin together never both go on', async () => {
    const place = await makePlace();
    const driver = await madeDriver(place, {});
    const answers = await Promise.all([1, 2, 3].map(() => probe(place, ...FEW, '--driver', driver)));
    const fine = answers.filter(({ exitCode }) => exitCode === 0);
    for (const answer of answers.filter((each) => !fine.includes(each)))
      expectAnswer(answer, 2, 'Expected to be alone with');
    await expectSound(place);
  });
});
