import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { makePlace, ONE, probe } from './faults/testing/place.ts';
import { expectAnswer } from './faults/testing/sound.ts';
import { reportFilesOf } from './report-files.ts';

it('are named after the client, emptied at once, and in folders of their own where told', async () => {
  const { folder } = await makePlace();
  const old = join(folder, 'old.jsonl');
  await writeFile(old, 'a report of before');
  const files = await reportFilesOf({ report: old, junit: join(folder, 'new/{client}.xml') }, 'some-client');
  expect(files).toEqual({ report: old, junit: join(folder, 'new/some-client.xml') });
  for (const file of Object.values(files)) expect(await readFile(file, 'utf8')).toBe('');
  expect(await reportFilesOf({}, 'some-client')).toEqual({});
});

it('are written at the end', async () => {
  const place = await makePlace();
  const files = ['--report', 'out/{client}.jsonl', '--junit', 'out/{client}.xml'];
  const { exitCode } = await probe(place, ...ONE, '--driver', await madeDriver(place, {}), ...files);
  expect(exitCode).toBe(0);
  expect(await readFile(join(place.folder, 'out/hermes-ts.jsonl'), 'utf8')).toMatch(
    /^\{"kind":"header",[^]*"status":"new"[^]*\n\{"kind":"footer",.*"exitCode":0\}\n$/,
  );
  expect(await readFile(join(place.folder, 'out/hermes-ts.xml'), 'utf8')).toContain('<testsuite');
});

it('that cannot be written are known before anything is run', async () => {
  const place = await makePlace();
  await mkdir(join(place.folder, 'taken'));
  await symlink('/dev/stdout', join(place.folder, 'link'));
  const first = `writeFileSync(${JSON.stringify(join(place.folder, 'was-run'))}, '');`;
  const driver = await madeDriver(place, { first });
  for (const [file, message] of [
    ['taken', 'Expected to write taken: what is there is no file.'],
    ['link', 'Expected to write link: what is there is no file.'],
    ['driver.json/report', /^Error: Expected to write driver\.json\/report: E(?:NOTDIR|EXIST)/],
  ] as const)
    expectAnswer(await probe(place, ...ONE, '--driver', driver, '--junit', file), 2, message);
  await expect(readFile(join(place.folder, 'was-run'))).rejects.toThrow('ENOENT');
});

it('are two, and one of each client', async () => {
  const place = await makePlace();
  expectAnswer(
    await probe(place, '--report', 'x', '--junit', 'x'),
    2,
    'Error: Expected --report and --junit to name two files, got x twice.',
  );
  expectAnswer(
    await probe(place, '--all', '--report', 'x-{client}', '--junit', 'x'),
    2,
    'Error: Expected --junit to have {client} in its name where --all runs many, got x.',
  );
});
