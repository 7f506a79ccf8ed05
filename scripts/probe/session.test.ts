import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { CELL, makePlace, type Place, probe, root, start, version } from './faults/testing/place.ts';
import { expectAnswer, expectNothingLeft } from './faults/testing/sound.ts';

/** A place with the committed runs of our own client. */
async function placeWithRuns(): Promise<Place> {
  const place = await makePlace();
  await cp(join(root, 'runs', `hermes-ts@${version}`), join(place.out, `hermes-ts@${version}`), { recursive: true });
  return place;
}

const SESSION = ['--isolate', 'session'];

describe('mcp-client-probe probe --isolate session', () => {
  it('gives the verdicts of the 85 isolated runs in five processes, and leaves those alone', async () => {
    const place = await placeWithRuns();
    const { exitCode, stdout, stderr } = await probe(place, ...SESSION);
    expect(stdout).toContain('85 records, 0 inconclusive, 0 differ from the isolated runs\n');
    expect([exitCode, stderr]).toEqual([0, '[5/5]\n']);
    expect((await readdir(join(place.out, '_session', CELL))).sort()).toEqual(
      ['session', ...(await readdir(join(place.out, CELL)))]
        .filter((name) => /^(session$|tools\.result\.)/.test(name))
        .sort(),
    );
    expect((await readdir(join(place.out, '_session', CELL, 'session'))).sort()).toEqual([
      'client.log',
      'model.jsonl',
      'timing.json',
      'wire.jsonl',
    ]);
    const rejudged = await start(place, ['rejudge', '--runs', place.out]);
    expect(rejudged.stdout).toMatch(/^\d+ records hold\n$/);
    await expectNothingLeft(place);
  });

  const stdio = [...SESSION, '--config', 'default', '--transport', 'stdio'];

  it('answers with 1 when a client shows something else in company', async () => {
    const place = await makePlace();
    const driver = await madeDriver(place, {
      // From its third call on it shows no structuredContent.
      first: 'let calls = 0;',
      way: `{ show: (result) => ((calls += 1) > 2 ? result.content.map(({ text }) => text).join('') : honest(result)) }`,
    });
    const chosen = ['--driver', driver, '--scenario', 's*'];
    expect((await probe(place, ...chosen)).exitCode).toBe(0);
    const { exitCode, stdout } = await probe(place, ...stdio, ...chosen);
    expect(stdout).toContain('CHANGED, structuredContent: reached the model → lost');
    expect(stdout).toMatch(/^7 records, 0 inconclusive, 5 differ from the isolated runs$/m);
    expect(exitCode).toBe(1);
  });

  it('answers with 3 when there is no isolated run to be held against', async () => {
    const place = await makePlace();
    const answer = await probe(place, ...stdio, '--scenario', 'mirror');
    const said = '1 have no isolated run to be held against: probe without "--isolate session" first\n';
    expectAnswer(answer, 3, said);
    expect(existsSync(join(place.out, `hermes-ts@${version}`))).toBe(false);
  });

  it('says nothing of any scenario when the client breaks off', async () => {
    const place = await placeWithRuns();
    const driver = await madeDriver(place, {
      way: `{ act: async ({ name }) => { if (/large/.test(name)) process.exit(7); } }`,
    });
    const { exitCode, stdout } = await probe(place, ...stdio, '--driver', driver);
    expect(stdout).toContain('INCONCLUSIVE crashed: exit code 7');
    expect(stdout).toContain('0 records, 17 inconclusive, 0 differ from the isolated runs\n');
    expect(exitCode).toBe(3);
    expect(await readdir(join(place.out, '_session', CELL))).toEqual(['session']);
  });

  it('leaves out what must run alone, and says so', async () => {
    const place = await placeWithRuns();
    const { exitCode, stdout } = await probe(place, ...stdio, '--scenario', '*');
    expect(stdout).toContain('not applicable: default/stdio tools\n');
    expect(stdout).toMatch(/^17 records, 0 inconclusive/m);
    expect(exitCode).toBe(0);
    const alone = await probe(place, ...stdio, '--scenario', 'tools');
    expectAnswer(alone, 2, 'Error: Expected scenarios that can share a session, got tools, which must run alone.');
  });

  it('is run as a whole', async () => {
    const answer = await probe(await makePlace(), ...SESSION, '--resume');
    expectAnswer(
      answer,
      2,
      'Error: Expected --resume with isolated runs, got --isolate session: it is run as a whole.',
    );
  });
});
