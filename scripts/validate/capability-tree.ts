import { isForm } from '../../data/forms.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';

/** A capability stands below its parent. Ids for evidence only are no rows and need none. */
export const capabilityTree: Linter = {
  name: 'capability-tree',
  check: ({ files }) => files.flatMap(orphans),
};

function orphans({ path, form, json }: StoredFile): Problem[] {
  if (form !== 'capabilities' || !isForm(form, json)) return [];
  const above = new Set<string>();
  const problems: Problem[] = [];
  for (const { id, kind } of json.capabilities) {
    const parent = id.slice(0, Math.max(id.lastIndexOf('.'), 0));
    if (kind !== 'evidence' && parent !== '' && !above.has(parent))
      problems.push({ path, text: `Expected "${parent}" above "${id}", found it nowhere above.` });
    above.add(id);
  }
  return problems;
}
