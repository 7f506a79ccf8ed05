import { dirname, normalize } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import { faultOf } from '../../data/forms.ts';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { changedLines } from '../../harness/baseline/changes.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { JUDGE_VERSION } from '../../harness/judge/version.ts';
import { runPlace } from '../../harness/plan/run.ts';
import { calibration, scenarios } from '../../scenarios/index.ts';
import { CommandError } from '../error.ts';
import { reading } from '../evidence/read-run.ts';
import { calibrate, type Lines, rejudgeRun } from './rejudge-run.ts';

/** The text of a file, by its path below the root; `undefined` where there is none. */
export type ReadCapture = (path: string) => string | undefined;

/** An entry that is known to be flaky, whose client it is, and how messages call it. */
export interface FlakyEntry {
  client: string;
  entry: BaselineEntry;
  where: string;
}

interface Capture {
  path: string;
  lines: Lines;
  /** What the bytes give today. */
  record: RunRecord;
}

/**
 * Holds an entry that is known to be flaky against its proof: two captures of this run by one version of the client, with a
 * calibration run beside each. Both are judged from their bytes alone; the verdicts must differ, and so must the bytes.
 * Throws CommandError `missing` for a file that is not there, and `input` for captures that prove nothing.
 */
export function checkFlaky(flaky: FlakyEntry, read: ReadCapture): void {
  const [one, other] = (flaky.entry.knownFlaky?.captures ?? []).map((path) => judgeCapture(path, flaky, read));
  if (one === undefined || other === undefined) return;
  const refuse = (expected: string): never => {
    throw new CommandError('input', `Expected the two captures of ${flaky.where} ${expected}.`);
  };
  if (isDeepStrictEqual(one.lines, other.lines))
    refuse(`to be two runs; ${one.path} and ${other.path} are copies of one`);
  if (
    one.record.clientVersion !== other.record.clientVersion ||
    changedLines(entryOf(one.record), entryOf(other.record)).length === 0
  )
    refuse(`to be of one version and to differ; ${one.path} and ${other.path} do not`);
}

function judgeCapture(path: string, { client, entry, where }: FlakyEntry, read: ReadCapture): Capture {
  const what = `a capture of ${where}`;
  if (normalize(`${path}/`) !== `${path}/` || /^(?:\/|\.\.\/)/.test(`${path}/`))
    throw new CommandError('input', `Expected ${path}, ${what}, to lie in this folder.`);
  const file = (name: string, asked = what): string => {
    const text = read(name);
    if (text === undefined) throw new CommandError('missing', `Expected ${name}, ${asked}, found none.`);
    return text;
  };
  const talk = (folder: string, asked = what): Lines => ({
    wire: file(`${folder}/wire.jsonl`, asked),
    model: file(`${folder}/model.jsonl`, asked),
  });
  const stored = parseRecord(file(`${path}/record.json`), `${path}/record.json`);
  const got = { client: stored.client, place: runPlace(stored) };
  const scenario = scenarios.find(({ id }) => id === stored.scenario);
  if (got.client !== client || got.place !== runPlace(entry) || scenario === undefined)
    throw new CommandError(
      'input',
      `Expected ${path} to be a capture of ${client} in ${runPlace(entry)}, got ${got.client} in ${got.place}.`,
    );
  const lines = talk(path);
  const beside = `${dirname(path)}/${calibration.id}`;
  const calibrated = talk(beside, `the calibration run of ${what}`);
  const envelope = reading(beside, () => calibrate(calibration, calibrated));
  const run = { ...stored, version: stored.clientVersion };
  const { fixtureVersion } = stored;
  const record = reading(path, () => rejudgeRun(run, scenario, lines, { envelope, fixtureVersion }));
  if ('kind' in record)
    throw new CommandError('input', `Expected ${path} to give a verdict, got ${record.reason}: ${record.detail}`);
  // An older judge may have said something else of the same bytes, and theirs is the word that counts.
  if (stored.judgeVersion === JUDGE_VERSION && !isDeepStrictEqual(stored, record))
    throw new CommandError(
      'input',
      `Expected ${path}/record.json to be what its bytes give, "${record.verdict.short}", got "${stored.verdict.short}" or another detail.`,
    );
  return { path, lines, record };
}

function parseRecord(text: string, shown: string): RunRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CommandError('input', `Expected ${shown} to be JSON: ${(cause as Error).message}.`, { cause });
  }
  const fault = faultOf('record', value);
  if (fault !== undefined) throw new CommandError('input', `Expected ${shown} to fit record.schema.json: ${fault}.`);
  return value as RunRecord;
}
