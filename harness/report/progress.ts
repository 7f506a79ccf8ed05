import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';

/** Says how far an invocation is: one live line on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  /** Counts from the start again. */
  begin(total: number): void;
  step(run: Run, outcome?: Outcome): void;
  end(): void;
}

const PLAIN_EVERY = 20;

export function showProgress(stream: NodeJS.WriteStream): Progress {
  let total = 0;
  let done = 0;
  let inconclusive = 0;
  return {
    begin(runs) {
      [total, done, inconclusive] = [runs, 0, 0];
    },
    step(run, outcome) {
      done += 1;
      if (outcome?.kind === 'inconclusive') inconclusive += 1;
      const count = `${done}/${total}${inconclusive > 0 ? `, ${inconclusive} inconclusive` : ''}`;
      if (stream.isTTY) {
        const line = `[${count}] ${run.config}/${run.transport} ${run.scenario}`;
        stream.write(`\r\u001B[K${line.slice(0, Math.max(1, (stream.columns ?? 80) - 1))}`);
      } else if (done % PLAIN_EVERY === 0 || done === total) stream.write(`[${count}]\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
