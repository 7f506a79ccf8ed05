import { toJson } from '../results/json.ts';
import type { JsonObject } from '../types.ts';

/** What the model reads when a bridge tool refuses: `{"error": …}` with what helps to do better. */
export function errorJson(message: string, extras: JsonObject = {}): string {
  return toJson({ error: message, ...extras });
}
