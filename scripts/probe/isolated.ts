import { differencesOf } from '../../harness/baseline.ts';
import { openJournal } from '../../harness/capture/journal.ts';
import type { Progress } from '../../harness/report/progress.ts';
import { runAgain } from '../../harness/run-again.ts';
import { runPlan } from '../../harness/run-plan.ts';
import type { Probing } from './probing.ts';

/** Runs every scenario in a client process of its own, and what comes out unexpectedly alone once more. */
export async function probeIsolated(probing: Probing, { asked, resume }: { asked: string; resume: boolean }) {
  const { stage, cells, runs, jobs, baseline, progress, say } = probing;
  const journal = await openJournal(runs, asked, resume);
  const planned = cells.reduce((sum, cell) => sum + cell.runs.length + 1, 0);
  progress.begin(planned - journal.finished.size);
  const listener: Progress['step'] = (run, outcome) => progress.step(run, outcome);
  const first = await runPlan(cells, {
    stage,
    runs,
    jobs,
    finished: journal.finished,
    note: (key) => journal.note(key),
    listener,
  });
  const unexpected = first.filter((outcome) => differencesOf(outcome, baseline).length > 0).length;
  if (unexpected > 0) {
    progress.end();
    say(`${unexpected} of ${first.length} verdicts differ from ${baseline.name}; each is run alone once more.\n`);
    progress.begin(unexpected);
  }
  const outcomes = await runAgain(cells, first, { stage, runs, listener, expected: baseline });
  await journal.remove();
  const before = journal.finished.size;
  return {
    outcomes,
    baseline,
    unknown: 0,
    note: before > 0 ? `${before} runs were finished before and not repeated\n` : '',
  };
}
