import type { Baseline } from '../../harness/baseline/baseline.ts';
import type { Stage } from '../../harness/launch/launch.ts';
import type { Cell } from '../../harness/plan/matrix.ts';
import type { Progress } from '../../harness/report/progress.ts';

/** What a probe has at hand once everything is set up. */
export interface Probing {
  stage: Stage;
  cells: Cell[];
  /** The folder of runs. */
  runs: string;
  jobs: number;
  /** What isolated runs are held against, if anything. */
  baseline: Baseline | undefined;
  progress: Progress;
  /** Does what is left to do once everything that was asked for has been run. */
  afterwards: (work: () => Promise<void>) => void;
  /** Says something to the person who waits. */
  say: (text: string) => void;
}
