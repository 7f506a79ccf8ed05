import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { runFolders } from './run-folders.ts';
import { RUN, sampleStored } from './sample-stored.ts';

it('passes a whole run, and a calibration run, which has no record', () => {
  const stored = sampleStored({
    'runs/sample@1.0.0/default/both-stdio/calibration/wire.jsonl': '',
    'runs/sample@1.0.0/default/both-stdio/calibration/model.jsonl': '',
  });
  stored.runFolders.push('sample@1.0.0/default/both-stdio/calibration');
  expect(runFolders.check(stored)).toEqual([]);
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
