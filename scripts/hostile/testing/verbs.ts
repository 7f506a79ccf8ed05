import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../../data/canonical-json.ts';
import type { RunRecord } from '../../../data/types/record.ts';
import { type Run, runKey } from '../../../harness/plan/run.ts';
import { calibration, resultScenarios } from '../../../scenarios/index.ts';
import type { Scenario } from '../../../scenarios/types.ts';
import { runBuildCards } from '../../build-cards/build-cards.ts';
import { runDiff } from '../../diff/diff.ts';
import { recorder, withFolder } from '../../evidence/sample.ts';
import { runIngest } from '../../ingest/ingest.ts';
import { runRejudge } from '../../rejudge/rejudge.ts';
import { calibrate, rejudgeRun } from '../../rejudge/rejudge-run.ts';
import { sampleTalk } from '../../rejudge/sample-talk.ts';
import type { Streams } from '../../streams.ts';
import { runValidate } from '../../validate/validate.ts';

/** For the tests of hostile input: a sound registry, and every verb that reads one. */

export const SCENARIO = 'tools.result.summary_and_data';
export const CELL = 'hermes-ts@1.0.0/default/both-stdio';
/** The run that is tampered with, below the folder of runs. */
export const RUN = `${CELL}/${SCENARIO}`;
export const OVERLAY = 'data/verified/hermes-ts.json';

export interface Answer {
  code: number;
  out: string;
  err: string;
}

const VERBS = {
  ingest: (root: string, streams: Streams) => runIngest({ root, date: '2026-11-30', ...streams }),
  rejudge: (root: string, streams: Streams) => runRejudge({ root, ...streams }),
  validate: (root: string, streams: Streams) => runValidate({ root, ...streams }),
  'build-cards': (root: string, streams: Streams) => runBuildCards({ root, ...streams }),
  diff: (root: string, streams: Streams) => runDiff({ root, a: 'hermes-ts@1.0.0', b: 'hermes-ts@1.0.0', ...streams }),
};

export type Verb = keyof typeof VERBS;

/** What a verb says to a root. One that throws has not answered: only errors of its own are told with a code. */
export async function answer(verb: Verb, root: string): Promise<Answer> {
  const { stdout, stderr, ...streams } = streamsOf();
  const code = await VERBS[verb](root, { stdout, stderr });
  return { code, ...streams.told() };
}

function streamsOf(): Streams & { told: () => { out: string; err: string } } {
  const streams = recorder();
  return { stdout: streams.stdout, stderr: streams.stderr, told: () => ({ out: streams.out, err: streams.err }) };
}

/**
 * Runs `use` with a root in which everything is sound: a calibrated run of a client that the package knows, whose model is
 * told `said`, and its overlay.
 */
export async function withRoot(use: (root: string) => Promise<void>, said?: string): Promise<void> {
  await withFolder(async (root) => {
    await keepRun(root, {}, said);
    const { code, err } = await answer('ingest', root);
    if (code !== 0) throw new TypeError(`Expected a sound root, got: ${err}`);
    await use(root);
  });
}

/** Keeps a calibration run and a run of a client that shows its model the texts of a result, or `said` in their place. */
export async function keepRun(root: string, given: Partial<Run>, said?: string): Promise<RunRecord> {
  const run: Run = {
    client: 'hermes-ts',
    version: '1.0.0',
    config: 'default',
    server: 'both',
    transport: 'stdio',
    scenario: SCENARIO,
    ...given,
  };
  const calibrated = sampleTalk(calibration, (index) => told(calibration, index));
  const scenario = resultScenarios.find(({ id }) => id === SCENARIO) as Scenario;
  const lines = sampleTalk(scenario, (index) => said ?? told(scenario, index));
  const envelope = calibrate(calibration, calibrated);
  const record = rejudgeRun(run, scenario, lines, { envelope, fixtureVersion: '1' });
  if ('kind' in record) throw new TypeError(`Expected a verdict, got ${record.reason}: ${record.detail}`);
  await put(root, `runs/${runKey({ ...run, scenario: calibration.id })}/wire.jsonl`, calibrated.wire);
  await put(root, `runs/${runKey({ ...run, scenario: calibration.id })}/model.jsonl`, calibrated.model);
  await put(root, `runs/${runKey(run)}/wire.jsonl`, lines.wire);
  await put(root, `runs/${runKey(run)}/model.jsonl`, lines.model);
  await put(root, `runs/${runKey(run)}/record.json`, canonicalJson(record));
  return record;
}

/** Writes a file below a root, and the folders above it. */
export async function put(root: string, path: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), bytes);
}

function told(scenario: Scenario, index: number): string {
  const { tool } = scenario.script[index] ?? { tool: '' };
  const given = scenario.serve.pages.flat().find(({ definition }) => definition.name === tool)?.answer;
  return JSON.stringify(given !== undefined && 'result' in given ? (given.result['content'] ?? null) : null);
}
