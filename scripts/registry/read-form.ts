import { type Forms, faultOf } from '../../data/forms.ts';
import { CommandError } from '../error.ts';
import { readText } from '../read-file.ts';

/**
 * Reads a JSON file of a known form. `shown` is the path as messages name it.
 * Throws CommandError `missing` (no such file) or `input` (it cannot be read, is a link, too large, no UTF-8, no JSON, or the
 * schema refuses it; the message says where).
 */
export async function readForm<Name extends keyof Forms>(
  form: Name,
  path: string,
  shown: string,
): Promise<Forms[Name]> {
  const text = readText(path, shown);
  if (text === undefined) throw new CommandError('missing', `Expected ${shown}, found no such file.`);
  const value = parseJson(text, shown);
  const fault = faultOf(form, value);
  if (fault !== undefined) throw new CommandError('input', `Expected ${shown} to fit ${form}.schema.json: ${fault}.`);
  return value as Forms[Name];
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError('input', `Expected ${shown} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}
