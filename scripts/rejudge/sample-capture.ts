import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { Run } from '../../harness/plan/run.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import { calibrate, rejudgeRun } from './rejudge-run.ts';
import { sampleTalk } from './sample-talk.ts';

/** For tests: the files of a capture of `tools.result.large` and of the calibration run beside it, by their paths. */
export type CaptureFiles = Record<string, string>;

const LARGE = 'tools.result.large';

/**
 * For tests: a capture at `path` of a client that shows its model the text of the result `times`. `change` makes its
 * record say something else than the bytes do.
 */
export function sampleCapture(
  path: string,
  times: number,
  { run = {}, change = {} }: { run?: Partial<Run>; change?: Partial<RunRecord> } = {},
): CaptureFiles {
  const scenario = resultScenarios.find(({ id }) => id === LARGE);
  const [tool] = scenario?.serve.pages.flat() ?? [];
  if (scenario === undefined || tool === undefined) throw new TypeError(`Expected ${LARGE} to serve a tool`);
  const text = 'result' in tool.answer ? JSON.stringify(tool.answer.result['content']) : '';
  const calibrated = sampleTalk(calibration, () => 'ok');
  const lines = sampleTalk(scenario, () => text.repeat(times));
  const of: Run = {
    client: 'sample',
    version: '1.0.0',
    config: 'default',
    server: 'both',
    transport: 'stdio',
    scenario: LARGE,
    ...run,
  };
  const record = rejudgeRun(of, scenario, lines, { envelope: calibrate(calibration, calibrated), fixtureVersion: '1' });
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/${calibration.id}`;
  return {
    [`${path}/record.json`]: canonicalJson({ ...record, ...change }),
    [`${path}/wire.jsonl`]: lines.wire,
    [`${path}/model.jsonl`]: lines.model,
    [`${beside}/wire.jsonl`]: calibrated.wire,
    [`${beside}/model.jsonl`]: calibrated.model,
  };
}
