import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { resultScenarios } from '../../scenarios/index.ts';
import { cell, code } from '../markdown.ts';
import { cellsOf } from './fold.ts';

const TOOLS = new Map(resultScenarios.map(({ id, script }) => [id, script[0]?.tool]));

/** What a server's author meets in every result: how the model calls a tool, and what the client puts around a result. */
export function aroundResults(records: VerifiedRecord[]): string[] {
  return [...toolName(records), ...wrappers(records)];
}

function toolName(records: VerifiedRecord[]): string[] {
  const called = records.find(({ offeredAs, scenario }) => offeredAs !== null && TOOLS.has(scenario));
  const tool = called && TOOLS.get(called.scenario);
  if (called?.offeredAs == null || tool === undefined) return [];
  return [`The model calls the tool ${code(tool)} of a server ${code('probe')} as ${code(called.offeredAs)}.`];
}

/** One sentence where every run shows the same wrapper, else one for each. */
function wrappers(records: VerifiedRecord[]): string[] {
  const groups = groupBy(records, ({ wrapper }) => wrapper?.digest ?? '');
  return [...groups.values()].map((group) => {
    const where = groups.size === 1 ? '' : ` in ${cellsOf(group).map(cell).join(', ')}`;
    const wrapper = group[0]?.wrapper ?? null;
    if (wrapper === null) return `The client puts nothing around a result${where}.`;
    const { characters, start } = wrapper;
    return `Around every result the client puts ${characters} characters${where}, which begin with ${code(start)}.`;
  });
}
