import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { runFolders } from './run-folders.ts';
import { RUN, sampleStored } from './sample-stored.ts';

it('passes a whole run, and a calibration run, which has no record', () => {
  expect(runFolders.check(sampleStored())).toEqual([]);
});

it('fails a run whose calibration run is not there', () => {
  const stored = sampleStored();
  stored.runFolders = [RUN];
  expect(runFolders.check(stored)).toEqual([
    {
      path: 'runs/sample@1.0.0/default/both-stdio/calibration',
      text: 'Expected the calibration run of this folder, found none.',
    },
  ]);
});

it.each([
  'runs/notes.txt',
  'runs/sample@1.0.0/x.json',
  `runs/${RUN}/.DS_Store`,
  `runs/${RUN}/wire.jsonl.123.part`,
  `runs/${RUN}/more/wire.jsonl`,
  'runs/Sample@1/default/both-stdio/tools/wire.jsonl',
])('fails a stray file, %s', (path) => {
  expect(runFolders.check(sampleStored({ [path]: '' }))).toEqual([
    { path, text: 'Expected nothing but model.jsonl, record.json, wire.jsonl of runs here, got another file.' },
  ]);
});

it('fails what is no file, which git keeps and nobody reads', () => {
  const stored = sampleStored();
  stored.others = [`runs/${RUN}/link.json`];
  expect(runFolders.check(stored)).toEqual([
    { path: `runs/${RUN}/link.json`, text: 'Expected a file or a folder, got something else (a link?).' },
  ]);
});

it('fails a folder that is not called as a run', () => {
  const stored = sampleStored();
  stored.runFolders.push('sample/default/both-stdio/tools');
  expect(runFolders.check(stored)).toEqual([
    {
      path: 'runs/sample/default/both-stdio/tools',
      text: 'Expected <client>@<version>/<config>/<server>-<transport>/<scenario>.',
    },
  ]);
});

it('fails a run without one of its files', () => {
  expect(runFolders.check(sampleStored({ [`runs/${RUN}/model.jsonl`]: null }))).toEqual([
    { path: `runs/${RUN}/model.jsonl`, text: 'Expected this file of a run, found none.' },
  ]);
});

it('fails a record that says otherwise than its folder', () => {
  const path = `runs/${RUN}/record.json`;
  expect(
    runFolders.check(sampleStored({ [path]: canonicalJson(sampleRecord({ clientVersion: '2', transport: 'http' })) })),
  ).toEqual([
    { path, text: 'Expected "transport" to be "stdio", as its folder says, got "http".' },
    { path, text: 'Expected "clientVersion" to be "1.0.0", as its folder says, got "2".' },
  ]);
});

it('wants the lines of the log of the scenarios that look at them, and of no others', () => {
  const logged = RUN.replace(/[^/]+$/, 'logging');
  const stored = sampleStored({ [`runs/${logged}/wire.jsonl`]: '', [`runs/${logged}/model.jsonl`]: '' });
  stored.runFolders.push(logged);
  const missing = (): string[] => runFolders.check(stored).map(({ path }) => path);
  expect(missing()).toContain(`runs/${logged}/log.txt`);
  const whole = sampleStored({ [`runs/${logged}/log.txt`]: '' });
  whole.runFolders.push(logged);
  expect(runFolders.check(whole).map(({ path }) => path)).not.toContain(`runs/${logged}/log.txt`);
  const stray = sampleStored({ [`runs/${RUN}/log.txt`]: '' });
  expect(runFolders.check(stray).map(({ path }) => path)).toEqual([`runs/${RUN}/log.txt`]);
});
