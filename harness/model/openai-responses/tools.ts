import type { Json } from '../../../scenarios/types.ts';
import { items, member, string } from '../../json.ts';
import type { RequestTool } from '../dialect.ts';
import { TOOL_SEARCH } from './items.ts';

/**
 * The tools in a list at `pointer`: functions, functions in a namespace, and the search for tools that the client itself
 * carries out. All else (`web_search`, `local_shell`, tools of type `custom`, whose input is no JSON) is skipped.
 */
export function readTools(tools: Json | undefined, pointer: string): RequestTool[] {
  return items(tools).flatMap((tool, index) => {
    const at = `${pointer}/${index}`;
    if (member(tool, 'type') !== 'namespace') return readTool(tool, at);
    const namespace = member(tool, 'name');
    if (typeof namespace !== 'string') return [];
    return items(member(tool, 'tools')).flatMap((inner, place) =>
      readFunction(inner, `${at}/tools/${place}`).map((found) => ({ ...found, namespace })),
    );
  });
}

function readTool(tool: Json, pointer: string): RequestTool[] {
  if (member(tool, 'type') !== 'tool_search') return readFunction(tool, pointer);
  // A search on the side of the model is over before a client hears of it.
  if (member(tool, 'execution') !== 'client') return [];
  return [{ ...described(tool, TOOL_SEARCH, pointer), builtIn: true }];
}

function readFunction(tool: Json, pointer: string): RequestTool[] {
  const name = member(tool, 'name');
  return member(tool, 'type') === 'function' && typeof name === 'string' ? [described(tool, name, pointer)] : [];
}

function described(tool: Json, name: string, pointer: string): RequestTool {
  return {
    name,
    description: string(member(tool, 'description')),
    pointer,
    parameters: member(tool, 'parameters') ?? null,
  };
}
