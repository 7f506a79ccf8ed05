import { dirname, join } from 'node:path';
import { readEvidence } from '../../harness/judge/evidence.ts';
import { judge } from '../../harness/judge/judge.ts';
import type { Inconclusive, Judged } from '../../harness/judge/types.ts';
import { calibration, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { CommandError } from '../error.ts';
import type { RunFolder } from '../evidence/find-runs.ts';
import { parseRecord, readEvidenceFile, reading } from '../evidence/read-run.ts';
import { calibrate, rejudgeRun } from '../rejudge/rejudge-run.ts';
import type { JudgedRun, StoredTalk, Traffic } from './judge.ts';
import { runFolderOf } from './run-folder.ts';

/** What {@link judge} of the library does for a folder; it says what is thrown. */
export async function judgeFolder(folder: string): Promise<JudgedRun | Inconclusive> {
  const run = runFolderOf(folder);
  const scenario = known(run.run.scenario, 'input');
  const { fixtureVersion } = parseRecord(run, await readEvidenceFile(run, 'record.json'));
  const traffic = await readTraffic(run);
  const beside = runFolderOf(join(dirname(run.folder), calibration.id));
  const shown = await readTraffic(beside);
  const envelope = reading(beside.path, () => calibrate(calibration, shown));
  const judged = reading(run.path, () => rejudgeRun(run.run, scenario, traffic, { envelope, fixtureVersion }));
  return 'kind' in judged ? judged : { kind: 'judged', record: judged };
}

/** What {@link judge} of the library does for traffic; it says what is thrown. */
export function judgeTalk(talk: StoredTalk): Judged | Inconclusive {
  const scenario = known(talk.scenario, 'usage');
  return judge(scenario, readEvidence(talk.wire, talk.model), calibrate(calibration, talk.calibration));
}

async function readTraffic(run: RunFolder): Promise<Traffic> {
  const [wire, model] = await Promise.all(['wire.jsonl', 'model.jsonl'].map((name) => readEvidenceFile(run, name)));
  return { wire: String(wire), model: String(model) };
}

function known(id: string, code: 'usage' | 'input'): Scenario {
  const scenario = scenarios.find((each) => each.id === id);
  if (scenario !== undefined) return scenario;
  const ids = scenarios.map((each) => each.id).join(', ');
  throw new CommandError(code, `Expected a scenario, got ${JSON.stringify(id)}. Known: ${ids}.`);
}
