import type { ServedTool, ServingPlan } from './types.ts';

/** Every tool that a plan serves at one time or another, each once: those of its pages, then those of its other sets. */
export function servedTools({ pages, behaviour }: Pick<ServingPlan, 'pages' | 'behaviour'>): ServedTool[] {
  const tools = new Map<string, ServedTool>();
  for (const tool of [...pages.flat(), ...Object.values(behaviour?.toolSets ?? {}).flat(2)])
    if (!tools.has(tool.definition.name)) tools.set(tool.definition.name, tool);
  return [...tools.values()];
}
