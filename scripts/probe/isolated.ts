import { openJournal } from '../../harness/capture/journal.ts';
import type { Cell } from '../../harness/plan/matrix.ts';
import { runKey } from '../../harness/plan/run.ts';
import type { Progress } from '../../harness/report/progress.ts';
import { standing } from '../../harness/report/results.ts';
import { runAgain } from '../../harness/run-again.ts';
import { runPlan } from '../../harness/run-plan.ts';
import type { Probing } from './probing.ts';

/** Runs every scenario in a client process of its own, and what comes out unexpectedly alone once more. */
export async function probeIsolated(probing: Probing, { asked, resume }: { asked: string; resume: boolean }) {
  const { stage, cells, runs, jobs, baseline, progress, say } = probing;
  const journal = await openJournal(runs, asked, resume);
  progress.begin(countLeft(cells, journal.finished));
  const listener: Progress['step'] = (run, outcome) => progress.step(run, outcome);
  const first = await runPlan(cells, {
    stage,
    runs,
    jobs,
    finished: journal.finished,
    note: (key) => journal.note(key),
    listener,
  });
  const unexpected = first.filter((outcome) => standing(outcome, baseline).status === 'changed').length;
  if (baseline !== undefined && unexpected > 0) {
    progress.end();
    say(`${unexpected} of ${first.length} verdicts differ from ${baseline.name}; each is run alone once more.`);
    progress.begin(unexpected);
  }
  const outcomes = await runAgain(cells, first, { stage, runs, listener, baseline });
  probing.afterwards(() => journal.remove());
  const before = journal.finished.size;
  return {
    outcomes,
    baseline,
    unknown: 0,
    note: before > 0 ? `${before} runs were finished before and not repeated\n` : '',
  };
}

/** The runs that are left, with a calibration run for each cell that has some. */
function countLeft(cells: Cell[], finished: ReadonlySet<string>): number {
  const left = cells.map(({ runs }) => runs.filter(({ run }) => !finished.has(runKey(run))).length);
  return left.reduce((sum, runs) => sum + runs + Number(runs > 0), 0);
}
