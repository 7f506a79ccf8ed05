import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepDriver, ownDriver } from './testing/clients.ts';
import { CELL, keepOne, makePlace, ONE, type Place, probe, start, version } from './testing/place.ts';
import { expectAnswer, expectNothingLeft, expectSound, treeOf } from './testing/sound.ts';

// What a user can ask wrongly, and what the files can hold that a user gives. Nothing is run then, and nothing is written.

/** Runs a verb that must refuse; the folder of runs, which has a finished run, stays as it is. */
async function expectRefusal(place: Place, args: string[], message: string | RegExp): Promise<void> {
  const before = treeOf(place.out);
  expectAnswer(await start(place, args), 2, message);
  expect(treeOf(place.out)).toEqual(before);
  await expectNothingLeft(place);
}

async function filledPlace(): Promise<Place> {
  const place = await makePlace();
  await keepOne(place);
  return place;
}

describe('a question that cannot be answered', () => {
  it.each([
    [
      ['--client', 'nobody'],
      /^Error: Expected a driver file at .*data\/drivers\/nobody\.json, found none\. Known: ai-sdk, .*\.\n$/,
    ],
    [['--client', '../schema/driver.schema'], /^Error: Expected .* to be a driver: at "\/" it must /],
    [
      ['--config', 'other'],
      /^Error: Expected --config to be a config of hermes-ts, got "other"\. Known: default, legacy, /,
    ],
    [['--config', 'constructor'], /Expected --config to be a config of hermes-ts, got "constructor"\./],
    [['--scenario', 'nothing'], /Expected --scenario to be a scenario or a pattern with \*, got "nothing"\. Known: /],
    [['--scenario', ''], /Expected --scenario to be a scenario or a pattern with \*, got ""\. Known: /],
    [['--transport', 'pigeon'], /argument 'pigeon' is invalid\. Allowed choices are stdio, http, sse\./],
    [['--server', 'neither'], /argument 'neither' is invalid\. Allowed choices are both, handshake, stateless\./],
    [['--jobs', 'many'], /option '--jobs <n>' argument 'many' is invalid\. Expected a whole number from 1 to 1000\./],
    [['--jobs', '0.5'], /argument '0\.5' is invalid\. Expected a whole number from 1 to 1000\./],
    [['--jobs', '1e9'], /argument '1e9' is invalid\. Expected a whole number/],
    [['--timeout', '0'], /argument '0' is invalid\. Expected a number from 0\.1 to 86400\./],
    // A timer of so many milliseconds would fire at once.
    [['--timeout', '2147484'], /argument '2147484' is invalid\. Expected a number from 0\.1 to 86400\./],
    [['--out', ''], /option '--out <folder>' argument '' is invalid\. Expected a path, got an empty one\./],
    [['--driver', ''], /option '--driver <file>' argument '' is invalid\. Expected a path, got an empty one\./],
    [['--unheard-of'], /unknown option '--unheard-of'/],
    [['stray'], /too many arguments for 'probe'/],
  ])('answers with 2 to %j and says what was expected', async (args, message) => {
    const place = await filledPlace();
    await expectRefusal(place, ['probe', '--out', place.out, ...args], message);
  });

  it.each([
    [['judge'], /unknown command 'judge'/],
    [['rejudge', '--runs', ''], /argument '' is invalid\. Expected a path, got an empty one\./],
    [
      ['diff', 'hermes-ts@0.0.0', 'hermes-ts@0.0.1'],
      /^Expected <client>@<version>, published\/<file>, git:<revision> or report:<file>, got "hermes-ts@0\.0\.0"\. Known: /,
    ],
  ])('answers with 2 to %j as well', async (args, message) => {
    await expectRefusal(await filledPlace(), args, message);
  });
});

describe('a driver file', () => {
  it.each([
    ['that is missing', undefined, /^Error: Expected a driver file at .*given\.json, found none\.\n$/],
    ['that is empty', '', /^Error: Expected .*given\.json to be JSON: Unexpected end of JSON input\.\n$/],
    ['that is no JSON', 'client: mine', /^Error: Expected .*given\.json to be JSON: Unexpected token/],
    [
      'that is not text',
      Buffer.from([0xff, 0xfe, 0x00]),
      /^Error: Expected .*given\.json to be UTF-8, got other bytes\.\n$/,
    ],
    ['that is no driver', '[]', /^Error: Expected .*given\.json to be a driver: at "\/" it must be object\.\n$/],
  ])('%s is refused', async (_what, text, message) => {
    const place = await filledPlace();
    const path = join(place.folder, 'given.json');
    if (text !== undefined) await writeFile(path, text);
    await expectRefusal(place, ['probe', '--out', place.out, '--driver', path], message);
  });

  it.each([
    [
      'breaks its schema',
      { dialect: 'smoke-signals' },
      /to be a driver: at "\/dialect" it must be equal to one of the allowed values \(\["openai-chat"/,
    ],
    [
      'has a template that cannot be read',
      { command: ['{{'] },
      /Expected the template of "command" of .* to be Handlebars: /,
    ],
    [
      'names what is not there in its version',
      { version: { command: ['{{nobody}}'], pattern: '.' } },
      /Expected the template of "version.command" to fit its context: /,
    ],
    [
      'would write outside of the home',
      { files: [{ path: '../x', template: [] }] },
      /Expected "files" of .* to name a file inside of the run's home, got "\.\.\/x"\.\n$/,
    ],
  ])('that %s is refused', async (_what, more, message) => {
    const place = await filledPlace();
    const path = await keepDriver(place, await ownDriver(), more);
    await expectRefusal(place, ['probe', '--out', place.out, ...ONE, '--driver', path], message);
  });

  // What shows only with a run at hand.
  it.each([
    [
      'names what is not there in a template',
      { command: ['{{nobody}}'] },
      /Expected the template of "command" to fit its context: /,
    ],
    [
      'cannot write its files over each other',
      {
        files: [
          { path: 'a', template: [] },
          { path: 'a/b', template: [] },
        ],
      },
      /Expected to write the files of a run to .*: E(EXIST|NOTDIR)/,
    ],
  ])('that %s is refused', async (_what, more, message) => {
    const place = await filledPlace();
    const before = treeOf(join(place.out, CELL));
    const path = await keepDriver(place, await ownDriver(), more);
    expectAnswer(await probe(place, ...ONE, '--driver', path), 2, message);
    expect(treeOf(join(place.out, CELL))).toEqual(before);
    expect(await readdir(place.out)).toEqual([`hermes-ts@${version}`]);
    await expectSound(place);
  });

  it('that is a folder is refused', async () => {
    const place = await filledPlace();
    await expectRefusal(
      place,
      ['probe', '--out', place.out, '--driver', place.folder],
      /^Error: Expected a driver file at .*, got EISDIR/,
    );
  });
});

it('a baseline that cannot be read is refused before anything is run', async () => {
  const place = await filledPlace();
  await mkdir(join(place.folder, 'data/baselines'), { recursive: true });
  await writeFile(join(place.folder, 'data/baselines/hermes-ts.json'), '{ "client": "hermes-ts", "ent');
  await expectRefusal(
    place,
    ['probe', '--out', place.out, ...ONE],
    /^Error: Expected data\/baselines\/hermes-ts\.json to be JSON: /,
  );
});

it('an overlay that cannot be read is refused by whoever reads it', async () => {
  const place = await filledPlace();
  await mkdir(join(place.folder, 'data/verified'), { recursive: true });
  await writeFile(join(place.folder, 'data/verified/hermes-ts.json'), '{ "client": "hermes-ts", "rec');
  for (const verb of [['build-cards'], ['ingest'], ['diff', 'a@1', 'b@1']])
    await expectRefusal(place, verb, /Expected data\/verified\/hermes-ts\.json to be JSON: /);
});

it('a refused question leaves the way free', async () => {
  const place = await filledPlace();
  expectAnswer(await probe(place, '--config', 'other'), 2, 'got "other"');
  await expectSound(place);
});
