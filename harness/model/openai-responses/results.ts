import type { Json, ToolResultInRequest } from '../../../scenarios/types.ts';
import { member, string } from '../../json.ts';
import { textOf } from './items.ts';

// What a result of each type is in. The results of the API's other tools answer nothing that we ask for.
const RESULTS = new Map<Json | undefined, string>([
  ['function_call_output', 'output'],
  ['tool_search_output', 'tools'],
]);

/** The result in an item of a request's input; `index` is the item's place. */
export function readResult(item: Json, index: number): ToolResultInRequest[] {
  const key = RESULTS.get(member(item, 'type'));
  if (key === undefined) return [];
  const pointer = `/input/${index}/${key}`;
  const output = member(item, key);
  const texts = key === 'output' && isParts(output) ? partTexts(output, pointer) : wholeText(output, pointer);
  return [{ callId: string(member(item, 'call_id')), pointer, texts }];
}

/** Whether a value is a list of typed parts, and no data that happens to be a list. */
function isParts(output: Json | undefined): output is Json[] {
  return Array.isArray(output) && output.every((part) => typeof member(part, 'type') === 'string');
}

function partTexts(parts: Json[], pointer: string): ToolResultInRequest['texts'] {
  return parts.flatMap((part, index) => {
    const text = member(part, 'text');
    return typeof text === 'string' ? [{ pointer: `${pointer}/${index}/text`, text }] : [];
  });
}

function wholeText(output: Json | undefined, pointer: string): ToolResultInRequest['texts'] {
  return output === undefined || output === null ? [] : [{ pointer, text: textOf(output) }];
}
