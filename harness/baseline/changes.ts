import { canonicalJson } from '../../data/canonical-json.ts';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import { changesOf, comparedRun } from '../compare/changes.ts';

type Verdict = BaselineEntry['verdict'];

/** What of a run is not as it was before, a line each: in the language of diff, else as a detail of the verdict. */
export function changedLines(before: BaselineEntry, after: BaselineEntry): string[] {
  const told = changesOf(comparedRun(before), comparedRun(after)).map(({ text }) => text);
  return told.length > 0 ? told : detailLines(before.verdict, after.verdict);
}

/** The members of a verdict that differ, as they are kept. */
function detailLines(before: Verdict, after: Verdict): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [a = null, b = null]: unknown[] = [was.get(name), is.get(name)];
    return canonicalJson(a) === canonicalJson(b) ? [] : [`${name}: ${JSON.stringify(a)} → ${JSON.stringify(b)}`];
  });
}
