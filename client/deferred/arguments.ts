import type { JsonObject, RegisteredTool } from '../types.ts';
import { coerceArguments } from './coerce.ts';
import { errorJson } from './error-json.ts';
import { findViolation } from './validate.ts';

export type CheckedArguments = { kind: 'fit'; args: JsonObject } | { kind: 'error'; text: string };

/**
 * The arguments as they go to a tool, or the JSON of an error that tells the model what its schema asks for: `path`,
 * `constraint` (the keyword), `parameters` and a `hint`. The model has not seen the schema of a deferred tool in its tool
 * list, so that a mistake is told before anything is sent.
 */
export async function checkArguments(tool: RegisteredTool, args: JsonObject): Promise<CheckedArguments> {
  const { name, parameters } = tool;
  const coerced = coerceArguments(args, parameters);
  const missing = requiredOf(parameters).filter((key) => !Object.hasOwn(coerced, key));
  if (missing.length > 0) {
    return refuse(tool, `'${name}' needs more arguments: ${missing.join(', ')}`, 'arguments', 'required');
  }
  const violation = await findViolation(parameters, coerced);
  if (violation === undefined) return { kind: 'fit', args: coerced };
  const { path, keyword, detail } = violation;
  return refuse(tool, `the arguments do not fit '${name}' at ${path} (${keyword}): ${detail}`, path, keyword);
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
}

function refuse({ parameters }: RegisteredTool, reason: string, path: string, constraint: string): CheckedArguments {
  const hint = 'Send tool_call again with arguments that fit the schema in "parameters".';
  return {
    kind: 'error',
    text: errorJson(`tool_call: ${reason}. The tool was not run.`, { path, constraint, parameters, hint }),
  };
}
