import type { Change, ComparedRun } from './changes.ts';
import { checkChanges, weighed } from './checks.ts';
import { type FieldsSeen, fieldChanges, fieldsSeen, withDeclared } from './fields.ts';
import { parseShort, type ShortForm } from './short-form.ts';
import { statusChanges } from './status.ts';
import { fieldsGained, fieldsLost, type Outcome, wordChanges } from './words.ts';

/** What differs between two verdicts. A check is told where nothing else tells why its outcome is another. */
export function verdictChanges(before: ComparedRun, after: ComparedRun): Change[] {
  const [a, b] = [parseShort(before.short), parseShort(after.short)];
  const checks = checkChanges(before, after);
  if (a.kind === 'status' && b.kind === 'status') return checks.length > 0 ? checks : statusChanges(a, b);
  // Words that the grammar does not know, or verdicts of two kinds: the short forms have to speak for themselves.
  if ([a, b].some(({ kind }) => kind === 'other' || kind === 'status')) return checks;
  const changes = outcomeChanges({ run: before, form: a }, { run: after, form: b });
  return changes.length > 0 ? weighed(changes, checks) : checks;
}

function outcomeChanges(a: Outcome, b: Outcome): Change[] {
  const isError = b.run.capability === 'tools.result.isError';
  if (a.form.kind === 'not offered' || b.form.kind === 'not offered') return visibility(a.form, b.form);
  if (a.form.kind !== 'fields' && b.form.kind !== 'fields') return wordChanges(a, b);
  const exact = isExact(a.run, b.run);
  const [before, after] = [seenIn(a, exact), seenIn(b, exact)];
  if (before === undefined) return after === undefined ? [] : [fieldsGained(a, after, isError)];
  if (after === undefined) return [fieldsLost(before, b, isError)];
  const changes = fieldChanges(before, after, isError);
  return changes.length > 0 ? changes : orderChange(a.run.order, b.run.order);
}

/** Whether the fields themselves tell what the short forms leave out: how often `_meta` came, what an envelope held. */
function isExact(a: ComparedRun, b: ComparedRun): boolean {
  if (a.fields === undefined || b.fields === undefined) return false;
  return a.short === b.short || [...a.fields, ...b.fields].some(({ field }) => field === 'envelope');
}

function seenIn({ run, form }: Outcome, exact: boolean): FieldsSeen | undefined {
  if (form.kind !== 'fields') return undefined;
  return exact && run.fields !== undefined ? fieldsSeen(run.fields) : withDeclared(form.fields, run.scenario);
}

function visibility(a: ShortForm, b: ShortForm): Change[] {
  if (a.kind === b.kind) return [];
  return b.kind === 'not offered'
    ? [{ kind: 'lost', text: 'tool: shown to the model → hidden from the model' }]
    : [{ kind: 'gained', text: 'tool: hidden from the model → shown to the model' }];
}

function orderChange(a: string[] | undefined, b: string[] | undefined): Change[] {
  const [before, after] = [a?.join(', '), b?.join(', ')];
  if (before === undefined || after === undefined || before === after) return [];
  return [{ kind: 'changed', text: `order: ${before} → ${after}` }];
}
