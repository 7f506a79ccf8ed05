import { type Case, CaseFailed, type Figure } from './figure.ts';

/** What was measured, by name: the figures of all rounds, or why there are none. */
export type Measured = Map<string, Figure[] | CaseFailed>;

/**
 * Measures every case once a round, one after the other, so that a machine that changes its pace changes it for all of
 * them. Before the first round comes one that does not count. A case that fails once has no figures.
 */
export async function measureRounds(
  cases: Case[],
  rounds: number,
  { stderr, cancel }: { stderr: (text: string) => void; cancel: AbortSignal },
): Promise<Measured> {
  const measured: Measured = new Map();
  for (let round = 0; round <= rounds; round += 1) {
    stderr(round === 0 ? 'warm-up:' : `round ${round} of ${rounds}:`);
    for (const { name, measure } of cases) {
      const before = measured.get(name) ?? [];
      if (before instanceof CaseFailed) continue;
      stderr(` ${name}`);
      const figure = await measure().catch(failureOf);
      cancel.throwIfAborted();
      if (figure instanceof CaseFailed) {
        stderr(' (failed)');
        measured.set(name, figure);
      } else measured.set(name, round === 0 ? before : [...before, figure]);
    }
    stderr('\n');
  }
  return measured;
}

function failureOf(error: unknown): CaseFailed {
  if (error instanceof CaseFailed) return error;
  throw error;
}
