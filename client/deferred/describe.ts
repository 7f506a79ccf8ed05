import { toJson } from '../results/json.ts';
import type { JsonObject, RegisteredTool } from '../types.ts';
import { isBridgeName } from './bridge-tools.ts';
import { errorJson } from './error-json.ts';
import { readNames } from './string-list.ts';

/**
 * Answers `tool_describe`: description and argument schema of deferred tools, with `not_found` for unknown names and
 * `errors` for tools that need no bridge. JSON, with `error` for arguments that cannot be read.
 */
export function describeTools(
  args: JsonObject,
  catalog: readonly RegisteredTool[],
  direct: readonly RegisteredTool[],
): string {
  const names = readNames(args);
  if (names.kind === 'error') return errorJson(names.message);
  const tools: [string, JsonObject][] = [];
  const errors: [string, string][] = [];
  const notFound: string[] = [];
  for (const name of names.values) {
    const tool = catalog.find((each) => each.name === name);
    if (tool !== undefined) tools.push([name, { description: tool.description, parameters: tool.parameters }]);
    else if (isBridgeName(name)) errors.push([name, 'This is a bridge tool. Its schema is in your tool list.']);
    else if (direct.some((each) => each.name === name)) {
      errors.push([name, 'This tool is in your tool list, with its schema. Call it directly.']);
    } else notFound.push(name);
  }
  return toJson({
    tools: Object.fromEntries(tools),
    ...(notFound.length > 0 && {
      not_found: notFound,
      hint: 'No tool has the names in not_found at present. Search again with tool_search.',
    }),
    ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
  });
}
