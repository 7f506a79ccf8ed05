import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELL, makePlace, ONE, type Place, probe, root, version } from '../probe/faults/testing/place.ts';
import { expectAnswer } from '../probe/faults/testing/sound.ts';

// The verb that writes: what it is given must lead it nowhere but into its folder of runs.

async function leadAway({ folder, out }: Place, path: string): Promise<string> {
  const outside = join(folder, 'outside');
  await mkdir(outside);
  await mkdir(dirname(join(out, path)), { recursive: true });
  await symlink(outside, join(out, path));
  return outside;
}

async function keepDriver({ folder }: Place, change: (text: string) => string | Buffer): Promise<string> {
  const path = join(folder, 'driver.json');
  await writeFile(path, change(await readFile(join(root, 'data/drivers/hermes-ts.json'), 'utf8')));
  return path;
}

describe('a link in the folder of runs', () => {
  it.each([`hermes-ts@${version}`, CELL, `${CELL}/tools.result.mirror`, '_journal'])(
    'for %s is not followed by a probe',
    async (path) => {
      const place = await makePlace();
      const outside = await leadAway(place, path);
      expectAnswer(await probe(place, ...ONE), 2, 'to be a folder, got a link');
      expect(await readdir(outside)).toEqual([]);
    },
  );
});

describe('a driver', () => {
  it.each(['../escaped', '/tmp/escaped', 'a/b', '..'])('whose client is %j is refused', async (client) => {
    const place = await makePlace();
    const driver = await keepDriver(place, (text) => text.replace('"hermes-ts"', JSON.stringify(client)));
    expectAnswer(await probe(place, '--driver', driver, ...ONE), 2, 'at "/client" it must match pattern');
    expect(await readdir(place.folder)).toEqual(['driver.json', 'tmp']);
  });

  it('whose bytes are no UTF-8 is refused', async () => {
    const place = await makePlace();
    const driver = await keepDriver(place, (text) =>
      Buffer.from(text.replace('"title": "', '"title": "\xff'), 'latin1'),
    );
    expectAnswer(await probe(place, '--driver', driver, ...ONE), 2, 'driver.json to be UTF-8, got other bytes.');
    expect(await readdir(place.folder)).toEqual(['driver.json', 'tmp']);
  });
});

describe('a baseline', () => {
  it.each([
    ['a link', (path: string, { folder }: Place) => symlink(join(folder, 'secret'), path), 'to be a file, got a link.'],
    ['no UTF-8', (path: string) => writeFile(path, Buffer.from([0x22, 0xff, 0x22])), 'to be UTF-8, got other bytes.'],
    [
      'nested without end',
      (path: string) => writeFile(path, '['.repeat(100_000) + ']'.repeat(100_000)),
      'it must be object',
    ],
    [
      'another client’s',
      (path: string) => writeFile(path, '{"client":"other","clientVersion":"1","entries":[]}'),
      'got "other".',
    ],
  ])('that is %s is refused before anything is run', async (_what, make, message) => {
    const place = await makePlace();
    const path = join(place.folder, 'data/baselines/hermes-ts.json');
    await writeFile(join(place.folder, 'secret'), 'a secret');
    await mkdir(dirname(path), { recursive: true });
    await make(path, place);
    const answer = await probe(place, ...ONE);
    expectAnswer(answer, 2, message);
    expect(`${answer.stdout}${answer.stderr}`).not.toContain('a secret');
    expect(await readdir(place.folder)).not.toContain('runs');
  });
});
