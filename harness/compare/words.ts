import type { Change, ComparedRun } from './changes.ts';
import { arrivedIn, type FieldsSeen, gained, lost } from './fields.ts';
import { quoted, quotedBoth } from './quote.ts';
import { type ShortForm, WHOLE } from './short-form.ts';

const QUOTED = 'quoted in a client error';

/** A verdict and its short form. */
export interface Outcome {
  run: ComparedRun;
  form: ShortForm;
}

/** Fields reached the model, and now none does; what the client says instead stands in the same line. */
export function fieldsLost(seen: FieldsSeen, after: Outcome, isError: boolean): Change {
  const [held, gone] = parted(arrivedIn(seen), after);
  const texts = [
    ...(gone.length > 0 ? [lost(gone, isError).text] : []),
    ...(held.length > 0 ? [`${held.join(' and ')}: reached the model → ${QUOTED}`] : []),
    ...instead(after, { error: 'the model is told', placeholder: 'the model gets' }),
  ];
  return { kind: 'lost', text: texts.join('; ') };
}

/** No field reached the model, and now some do. */
export function fieldsGained(before: Outcome, seen: FieldsSeen, isError: boolean): Change {
  const [held, fresh] = parted(arrivedIn(seen), before);
  const texts = [
    ...(fresh.length > 0 ? [gained(fresh, isError).text] : []),
    ...(held.length > 0 ? [`${held.join(' and ')}: ${QUOTED} → reached the model`] : []),
    ...instead(before, { error: 'the model was told', placeholder: 'the model got' }),
  ];
  return { kind: 'gained', text: texts.join('; ') };
}

/** No field reached the model on either side: the client's words differ, or what they quote, or there are none. */
export function wordChanges(a: Outcome, b: Outcome): Change[] {
  return [...saidChanges(a, b), ...quoteChanges(a, b)];
}

function quoteChanges(a: Outcome, b: Outcome): Change[] {
  const [before, after] = [quotesIn(a), quotesIn(b)];
  const [come, gone] = [after.filter((name) => !before.includes(name)), before.filter((name) => !after.includes(name))];
  return [
    ...(gone.length > 0 ? [`${gone.join(' and ')}: ${QUOTED} → not seen by the model`] : []),
    ...(come.length > 0 ? [`${come.join(' and ')}: not seen by the model → ${QUOTED}`] : []),
  ].map((text) => ({ kind: 'changed', text }));
}

function saidChanges(a: Outcome, b: Outcome): Change[] {
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

function instead(outcome: Outcome, verbs: { error: string; placeholder: string }): string[] {
  const words = wordsOf(outcome, typeof outcome.run.said === 'string');
  return words === undefined ? [] : [`${isErrorIn(outcome) ? verbs.error : verbs.placeholder}: ${quoted(words)}`];
}

/** Names that an error of the client quotes, and the others. */
function parted(names: string[], outcome: Outcome): [string[], string[]] {
  const quotes = quotesIn(outcome);
  const isHeld = (name: string): boolean => quotes.includes(WHOLE) || quotes.includes(name);
  return [names.filter(isHeld), names.filter((name) => !isHeld(name))];
}

function quotesIn({ form }: Outcome): string[] {
  return form.kind === 'client words' ? form.quotes : [];
}

/** The client's words as the record has them, or as the short form does: cut, and with what stands around every result. */
function wordsOf({ run, form }: Outcome, exact: boolean): string | undefined {
  if (form.kind !== 'client words') return undefined;
  return exact ? (run.said ?? undefined) : form.words;
}

function isErrorIn({ form }: Outcome): boolean {
  return form.kind === 'client words' && form.what === 'client error text';
}
