import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { bin, keepOne, makePlace, ONE, type Place, probe, start } from './testing/place.ts';
import { expectAnswer, expectNothingLeft, expectSound } from './testing/sound.ts';

// Paths that are no folders, paths that are hard to write, an environment that lacks something, and nobody who listens.

const LINUX = process.platform === 'linux';

describe('a folder of runs', () => {
  it('that is a file is refused, and the file stays', async () => {
    const place = await makePlace();
    await writeFile(place.out, 'mine');
    expectAnswer(await probe(place, ...ONE), 2, /^Error: Expected to keep a journal in .*runs\/_journal: ENOTDIR/);
    expect(await readFile(place.out, 'utf8')).toBe('mine');
    await expectNothingLeft(place);
    for (const verb of ['rejudge', 'ingest', 'validate'])
      expectAnswer(await start(place, [verb, '--runs', place.out]), 2, /^Expected to read .*runs: ENOTDIR/);
    expect(await readFile(place.out, 'utf8')).toBe('mine');
  });

  it.each(['/dev/null', '/dev/null/runs', ...(LINUX ? ['/proc/runs', '/dev/full'] : [])])(
    '%s is refused',
    async (out) => {
      const place = await makePlace();
      expectAnswer(
        await probe({ ...place, out }, ...ONE),
        2,
        /^Error: Expected to keep a journal in \/.*\/_journal: E(NOENT|NOTDIR)/,
      );
      await expectNothingLeft(place);
    },
  );

  it.each([`it's "a" $HOME * \`b\``, 'naïve 日本 –\u{1F600}', '-new\nline', '%20{{x}}'])(
    'may be called %j',
    async (name) => {
      await expectSound(await makePlace(join(name, name)));
    },
  );
});

describe('a folder of temporary files', () => {
  it.each([
    ['is not there', '/nowhere/tmp', /^Error: Expected to make a temporary folder in \/nowhere\/tmp: ENOENT/],
    ['is a file', '/dev/null', /^Error: Expected to make a temporary folder in \/dev\/null: ENOTDIR/],
    [
      'takes nothing',
      LINUX ? '/proc' : '/dev/null/x',
      /^Error: Expected to make a temporary folder in \/\S+: ENO(ENT|TDIR)/,
    ],
  ])('that %s', async (_what, temporary, message) => {
    const place = await makePlace();
    await keepOne(place);
    expectAnswer(await probe({ ...place, temporary }, ...ONE), 2, message);
    await expectSound(place);
  });

  it('may have a name that is hard to write', async () => {
    const place = await makePlace();
    const temporary = join(place.folder, `it's "a" $HOME é *`);
    await mkdir(temporary);
    await expectSound({ ...place, temporary });
  });
});

describe('an environment', () => {
  it.each([
    ['has no HOME', { HOME: undefined }],
    ['has a HOME that is not there', { HOME: '/nowhere' }],
    ['has a home for our client', { HERMES_HOME: '/nowhere' }],
    ['has no PATH', { PATH: undefined }],
  ])('that %s changes nothing', async (_what, env) => {
    const place = await makePlace();
    const answer = await start(place, ['probe', '--out', place.out, ...ONE], { env });
    expectAnswer(answer, 0, '1 records, 0 inconclusive');
    await expectSound(place);
  });
});

describe('an output', () => {
  it('that nobody reads is no reason for another answer', async () => {
    const place = await makePlace();
    const run = probe(place, ...ONE);
    run.stdout.destroy();
    run.stderr.destroy();
    expect((await run).exitCode).toBe(0);
    const refused = probe(place, '--config', 'constructor');
    refused.stdout.destroy();
    refused.stderr.destroy();
    expect((await refused).exitCode).toBe(2);
    const held = start(place, ['rejudge', '--runs', place.out]);
    held.stdout.destroy();
    expect((await held).exitCode).toBe(0);
    await expectSound(place);
  });

  function redirected({ folder, out, temporary }: Place, redirections: string) {
    const command = [process.execPath, bin, 'probe', '--out', out, ...ONE];
    const options = { cwd: folder, env: { TMPDIR: temporary }, reject: false, stripFinalNewline: false } as const;
    return execa('/bin/sh', ['-c', `exec "$0" "$@" ${redirections}`, ...command], options);
  }

  it.runIf(LINUX)('that cannot be written is said, and the evidence is kept', async () => {
    const place = await makePlace();
    const { exitCode, stderr } = await redirected(place, '> /dev/full');
    expect([exitCode, stderr]).toEqual([2, '[2/2]\nError: ENOSPC: no space left on device, write\n']);
    await expectSound(place);
  });

  it.each(['<&- >&- 2>&-', ...(LINUX ? ['2> /dev/full'] : [])])(
    'that is %j is no reason for another answer',
    async (redirections) => {
      const place = await makePlace();
      expect((await redirected(place, redirections)).exitCode).toBe(0);
      await expectSound(place);
    },
  );
});
