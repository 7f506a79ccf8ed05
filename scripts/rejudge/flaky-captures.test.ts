import { expect, it } from 'vitest';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { checkFlaky } from './flaky-captures.ts';
import { type CaptureFiles, sampleCapture } from './sample-capture.ts';

const [ONE, OTHER] = ['runs/_flaky/large/1', 'runs/_flaky/large/2'];
const sound = { ...sampleCapture(ONE, 1), ...sampleCapture(OTHER, 2) };
const record = JSON.parse(sound[`${ONE}/record.json`] ?? '') as RunRecord;
const where = 'the known-flaky run';

/** What is wrong with these files as the proof of an entry; a file that is `undefined` is not there. */
function fault(files: Record<string, string | undefined>, captures = [ONE, OTHER]): string | undefined {
  const entry: BaselineEntry = { ...entryOf(record), knownFlaky: { captures, reason: 'It races.' } };
  const all: Record<string, string | undefined> = { ...sound, ...files };
  try {
    checkFlaky({ client: 'sample', entry, where }, (path) => all[path]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The files of one capture as those of another. */
function moved(files: CaptureFiles, from: string, to: string): CaptureFiles {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(from, to), text]));
}

it('takes two captures whose bytes give different verdicts', () => {
  expect(fault({})).toBeUndefined();
});

it('refuses two copies of one capture, whatever their records say', () => {
  const copies = moved(sampleCapture(ONE, 1), ONE, OTHER);
  const expected = `Expected the two captures of ${where} to be two runs; ${ONE} and ${OTHER} are copies of one.`;
  expect(fault(copies)).toBe(expected);
  expect(fault({}, [ONE, ONE])).toBe(expected.replace(OTHER, ONE));
  const { verdict } = JSON.parse(sound[`${OTHER}/record.json`] ?? '') as RunRecord;
  const edited = { ...copies, [`${OTHER}/record.json`]: JSON.stringify({ ...record, verdict }) };
  expect(fault(edited)).toMatch(/^Expected runs\/_flaky\/large\/2\/record\.json to be what its bytes give, /);
  // One that an older judge is said to have written says nothing: the bytes do.
  expect(
    fault({ ...edited, [`${OTHER}/record.json`]: JSON.stringify({ ...record, verdict, judgeVersion: '1' }) }),
  ).toBe(expected);
});

it('refuses a record that its bytes do not give', () => {
  const cost = { characters: 1, tokens: 1 };
  expect(fault(sampleCapture(OTHER, 2, { change: { cost } }))).toMatch(/2\/record\.json to be what its bytes give/);
  expect(fault(sampleCapture(OTHER, 2, { change: { judgeVersion: '1' } }))).toBeUndefined();
});

it('refuses two runs that came to the same, and runs of two versions', () => {
  const same = `Expected the two captures of ${where} to be of one version and to differ; ${ONE} and ${OTHER} do not.`;
  const later = { [`${OTHER}/wire.jsonl`]: sound[`${ONE}/wire.jsonl`]?.replaceAll('"process":1', '"process":2') };
  expect(fault({ ...sampleCapture(OTHER, 1), ...later })).toBe(same);
  expect(fault(sampleCapture(OTHER, 2, { run: { version: '2.0.0' } }))).toBe(same);
});

it('refuses another run, and bytes that give no verdict', () => {
  expect(fault(sampleCapture(OTHER, 2, { run: { transport: 'http' } }))).toBe(
    `Expected ${OTHER} to be a capture of sample in default/both-stdio/tools.result.large, got sample in default/both-http/tools.result.large.`,
  );
  expect(fault({ [`${OTHER}/wire.jsonl`]: '' })).toMatch(/^Expected \S+2 to give a verdict, got /);
  expect(fault({ [`${OTHER}/model.jsonl`]: '{' })).toMatch(/^runs\/_flaky\/large\/2: /);
  expect(fault({ [`${OTHER}/record.json`]: '{}' })).toMatch(/2\/record\.json to fit record\.schema\.json: /);
  expect(fault({ [`${OTHER}/record.json`]: '{' })).toMatch(/2\/record\.json to be JSON: /);
});

it.each(['record.json', 'wire.jsonl', 'model.jsonl'])('names %s where it is not there', (name) => {
  expect(fault({ [`${OTHER}/${name}`]: undefined })).toBe(
    `Expected ${OTHER}/${name}, a capture of ${where}, found none.`,
  );
});

it('asks for the calibration run beside each capture', () => {
  expect(fault({ 'runs/_flaky/large/calibration/model.jsonl': undefined })).toBe(
    `Expected runs/_flaky/large/calibration/model.jsonl, the calibration run of a capture of ${where}, found none.`,
  );
});

it.each(['../x', '/x', 'data/../../x', 'runs/./x', '..', ''])('refuses a capture at %j', (path) => {
  expect(fault({}, [ONE, path])).toBe(`Expected ${path}, a capture of ${where}, to lie in this folder.`);
});
