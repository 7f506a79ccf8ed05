import type { Change, ComparedRun } from './changes.ts';
import { declarationOf } from './declaration.ts';

/** The checks whose outcome differs, in the words in which the scenario asks them: `… reaches the model: met → not met`. */
export function checkChanges({ scenario, checks: a }: ComparedRun, { checks: b }: ComparedRun): Change[] {
  if (a === undefined || b === undefined) return [];
  const declared = declarationOf(scenario)?.checks;
  return [...a].flatMap(([id, before]): Change[] => {
    const after = b.get(id);
    if (after === undefined || after === before) return [];
    const text = `${declared?.get(id) ?? `check ${id}`}: ${before} → ${after}`;
    return [{ kind: after === 'met' ? 'gained' : 'lost', text }];
  });
}

/**
 * A check says what ought to be. A gain that fails one, a tool for apps that the model is now shown for example, is no
 * gain, and a loss that meets one is no loss: they are changes.
 */
export function weighed(changes: Change[], checks: Change[]): Change[] {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind] = kinds;
  const against = kind === 'gained' ? 'lost' : 'gained';
  const opposed = checks.length > 0 && checks.every((check) => check.kind === against);
  if (kinds.size !== 1 || kind === 'changed' || !opposed) return changes;
  return changes.map(({ text }) => ({ kind: 'changed', text }));
}
