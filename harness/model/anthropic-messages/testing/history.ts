import type { Json, JsonObject } from '../../../../scenarios/types.ts';
import { isObject } from '../../../json.ts';

/** What stands at an RFC 6901 pointer; undefined where nothing does. */
export function at(body: Json, pointer: string): Json | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, body);
}

/** A request whose only user message holds one result with this content. */
export function withResult(content: Json | undefined): JsonObject {
  const result: JsonObject = { type: 'tool_result', tool_use_id: 'c', ...(content !== undefined && { content }) };
  return { messages: [{ role: 'user', content: [result] }] };
}
