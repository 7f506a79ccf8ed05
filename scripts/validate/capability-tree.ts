import type { Linter, Problem } from './linter.ts';
import { valuesOf } from './value-of.ts';

/** A capability stands below its parent. Ids for evidence only are no rows and need none. */
export const capabilityTree: Linter = {
  name: 'capability-tree',
  description: 'A capability stands somewhere below its parent.',
  check: ({ files }) =>
    valuesOf(files, 'capabilities').flatMap(({ path, value }) => {
      const above = new Set<string>();
      const problems: Problem[] = [];
      for (const { id, kind } of value.capabilities) {
        const parent = parentOf(id);
        if (kind !== 'evidence' && parent !== undefined && !above.has(parent))
          problems.push({ path, text: `Expected "${parent}" above "${id}", found it nowhere above.` });
        above.add(id);
      }
      return problems;
    }),
};

/** The id that a capability stands below; `undefined` at the top of the tree. */
export function parentOf(id: string): string | undefined {
  const dot = id.lastIndexOf('.');
  return dot < 0 ? undefined : id.slice(0, dot);
}
