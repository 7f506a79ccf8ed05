import type { ListedTool } from '../types.ts';
import { isObject } from './json-object.ts';

/** Whether a server says of a tool that it changes nothing. Anything but a plain `true` counts as a tool that writes. */
export function isReadOnly({ annotations }: ListedTool): boolean {
  return isObject(annotations) && annotations.readOnlyHint === true;
}
