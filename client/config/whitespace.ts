import type { Warn } from './boolish.ts';
import { describeKey } from './describe.ts';
import { isMapping } from './mapping.ts';

/**
 * Warns once for each string of a server entry that begins or ends with white space: pasted tokens and addresses often
 * do, and then fail without a visible reason. The value stays as it is and is not shown.
 */
export function warnOfHiddenWhitespace(value: unknown, where: string, warn: Warn): void {
  if (typeof value === 'string' && value !== value.trim()) {
    warn(`The value begins or ends with white space, which is kept (${where})`);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      warnOfHiddenWhitespace(item, `${where}[${index}]`, warn);
    });
  } else if (isMapping(value)) {
    for (const [key, item] of Object.entries(value)) warnOfHiddenWhitespace(item, `${where}.${describeKey(key)}`, warn);
  }
}
