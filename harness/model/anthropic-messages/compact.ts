import type { Json } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';

/** JSON without white space. Throws HarnessError `input` where the value is nested too deeply to be written. */
export function compactJson(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new HarnessError('input', 'Expected JSON that can be written again, got one that is nested too deeply.', {
      cause: error,
    });
  }
}
