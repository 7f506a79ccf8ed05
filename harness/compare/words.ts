import type { Change, ComparedRun } from './changes.ts';
import { arrivedIn, type FieldsSeen, gained, lost } from './fields.ts';
import { quoted, quotedBoth } from './quote.ts';
import type { ShortForm } from './short-form.ts';

/** A verdict and its short form. */
export interface Outcome {
  run: ComparedRun;
  form: ShortForm;
}

/** Fields reached the model, and now none does; what the client says instead stands in the same line. */
export function fieldsLost(seen: FieldsSeen, after: Outcome, isError: boolean): Change {
  const { kind, text } = lost(arrivedIn(seen), isError);
  return { kind, text: `${text}${instead(after, { error: 'the model is told', placeholder: 'the model gets' })}` };
}

/** No field reached the model, and now some do. */
export function fieldsGained(before: Outcome, seen: FieldsSeen, isError: boolean): Change {
  const { kind, text } = gained(arrivedIn(seen), isError);
  return { kind, text: `${text}${instead(before, { error: 'the model was told', placeholder: 'the model got' })}` };
}

/** No field reached the model on either side: the client's words differ, or there are none. */
export function wordChanges(a: Outcome, b: Outcome): Change[] {
  const exact = typeof a.run.said === 'string' && typeof b.run.said === 'string';
  const [before, after] = [wordsOf(a, exact), wordsOf(b, exact)];
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return before === undefined
      ? [{ kind: 'gained', text: `the model is told: nothing → ${quoted(after ?? '')}` }]
      : [{ kind: 'lost', text: `the model is told: ${quoted(before)} → nothing` }];
  }
  const [left, right] = quotedBoth(before, after);
  if (isErrorIn(a) !== isErrorIn(b)) {
    const named = (outcome: Outcome, words: string): string =>
      `${isErrorIn(outcome) ? 'an error' : 'no error'} ${words}`;
    return [{ kind: 'changed', text: `the model is told: ${named(a, left)} → ${named(b, right)}` }];
  }
  return before === after ? [] : [{ kind: 'changed', text: `the model is told: ${left} → ${right}` }];
}

function instead(outcome: Outcome, verbs: { error: string; placeholder: string }): string {
  const words = wordsOf(outcome, typeof outcome.run.said === 'string');
  return words === undefined ? '' : `; ${isErrorIn(outcome) ? verbs.error : verbs.placeholder}: ${quoted(words)}`;
}

/** The client's words as the record has them, or as the short form does: cut, and with what stands around every result. */
function wordsOf({ run, form }: Outcome, exact: boolean): string | undefined {
  if (form.kind !== 'client words') return undefined;
  return exact ? (run.said ?? undefined) : form.words;
}

function isErrorIn({ form }: Outcome): boolean {
  return form.kind === 'client words' && form.what === 'client error text';
}
