import { changedLines } from '../../harness/baseline/changes.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { readTraffic } from '../../harness/capture/store.ts';
import { fill } from '../../harness/launch/driven.ts';
import type { Stage } from '../../harness/launch/launch.ts';
import { readModelLines } from '../../harness/model/exchanges.ts';
import { closeness } from '../../harness/model/names.ts';
import type { Cell, PlannedRun } from '../../harness/plan/matrix.ts';
import { type Outcome, runPlan } from '../../harness/run-plan.ts';

/** What came of one self-test: nothing when the driver passed it, else what is wrong in plain words. */
export interface Finding {
  test: string;
  wrong: string | undefined;
}

interface Means {
  stage: Stage;
  /** A folder of runs of our own. */
  runs: string;
}

/** Holds one cell of a driver against the self-tests, those apart that its installation and its version are. */
export async function checkCell(cell: Cell, means: Means): Promise<Finding[]> {
  const [planned] = cell.runs;
  if (planned === undefined) throw new TypeError('Expected a cell with a run');
  const asked = new Set<string>();
  const first = await runOnce(cell, { ...means, stage: { ...means.stage, asked } });
  const finding = (test: string, wrong: string | undefined): Finding => ({ test, wrong });
  const talks = finding('talks to the mocked model, calls the tool, and ends as "end" says', wrongOf(first));
  if (talks.wrong !== undefined || first.kind !== 'judged') return [talks];
  const second = await runOnce(cell, { ...means, runs: `${means.runs}-2` });
  return [
    talks,
    finding('shows its model the tool under the name that "toolName" says', await wrongName(planned, means)),
    finding('comes to the same verdict when it is run again', wrongAgain(first, second)),
    finding('asks for no host but this machine', wrongHosts(asked)),
  ];
}

async function runOnce(cell: Cell, { stage, runs }: Means): Promise<Outcome> {
  const [outcome] = await runPlan([cell], {
    stage,
    runs,
    jobs: 1,
    finished: new Set(),
    note: () => Promise.resolve(),
    listener: () => undefined,
  });
  if (outcome === undefined) throw new TypeError('Expected the one planned run to have come to something');
  return outcome;
}

function wrongOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'judged') return undefined;
  const { reason, detail } = outcome.inconclusive;
  return `${reason}: ${detail}`;
}

/** The name by which the model asked for the tool, held against the driver's. */
async function wrongName({ run, scenario }: PlannedRun, { stage, runs }: Means): Promise<string | undefined> {
  const { toolName } = stage.driver;
  const tool = scenario.script[0]?.tool ?? '';
  const { model } = await readTraffic(runs, run);
  const names = readModelLines(model).flatMap(({ calls }) => calls.map(({ target }) => target));
  const name = names.find((each) => closeness(each, tool) !== undefined) ?? names.at(-1);
  if (toolName === undefined) return `expected "toolName" in the driver, got none; the model saw "${name}"`;
  const server = { name: scenario.serve.name } as Parameters<typeof fill>[1]['server'];
  const expected = fill(toolName, { ...(server && { server }), tool }, 'toolName');
  return name === expected ? undefined : `expected "${expected}", got "${name}"`;
}

function wrongAgain(first: Outcome, second: Outcome): string | undefined {
  if (first.kind !== 'judged' || second.kind !== 'judged') return wrongOf(second);
  const [change] = changedLines(entryOf(first.record), entryOf(second.record));
  return change === undefined
    ? undefined
    : `first "${first.record.verdict.short}", then "${second.record.verdict.short}"`;
}

function wrongHosts(asked: Set<string>): string | undefined {
  if (asked.size === 0) return undefined;
  return `it asked for ${[...asked].sort().join(', ')}; switch that off in "environment" or "files" where the client can`;
}
