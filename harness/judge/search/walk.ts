import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject, pointerStep } from '../../json.ts';

/** A typed part of a message, whose base64 is bytes for the model and no text. */
type MediaPart = 'image part' | 'audio part';

/** One string of a request body. */
export interface WalkedString {
  /** RFC 6901. */
  pointer: string;
  text: string;
  /** The kind of the innermost typed part around the string. */
  part: MediaPart | undefined;
  /** The role of the message around the string. */
  role: string | undefined;
}

// Definitions of tools describe a result, they are none.
const DEFINITIONS = new Set(['tools', 'functions']);
// Items of a talk that bring more of them.
const DEFINING_TYPES = new Set(['additional_tools', 'tool_search_output']);
// What the model asked for itself is history: it tells nothing about what it was given.
const CALL_KEYS = new Set(['tool_calls', 'function_call', 'functionCall']);
const CALL_TYPES = new Set(['tool_use', 'tool_call', 'function_call', 'tool_search_call']);
// What a tool answered as a JSON value reaches the model as its text.
const ANSWER_KEYS = new Set(['functionResponse', 'function_response']);
// No provider nests deeper than a few levels; a body that does is hostile.
const MAX_DEPTH = 100;

/**
 * Every string value of a model request in the order of the document, apart from tool definitions (`tools` and `functions`
 * at the top, `tools` of items that bring more) and calls that the model asked for (`tool_calls`, parts of type
 * `tool_use` …). The `response` object of a function response is one string, its compact JSON. Looks 100 levels deep.
 */
export function walkStrings(body: Json | undefined): WalkedString[] {
  const found: WalkedString[] = [];
  if (!isObject(body)) return found;
  for (const [key, value] of Object.entries(body)) {
    if (!DEFINITIONS.has(key)) walk(value, { pointer: pointerStep(key), part: undefined, role: undefined }, found, 1);
  }
  return found;
}

function walk(value: Json, context: Omit<WalkedString, 'text'>, found: WalkedString[], depth: number): void {
  if (typeof value === 'string') found.push({ ...context, text: value });
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
  const { pointer, ...around } = Array.isArray(value) ? context : enter(value, context);
  for (const [key, child] of Object.entries(value)) {
    if (isCall(key, child) || isDefinition(key, value)) continue;
    walk(
      ANSWER_KEYS.has(key) ? answerAsText(child) : child,
      { ...around, pointer: pointer + pointerStep(key) },
      found,
      depth + 1,
    );
  }
}

function enter(object: JsonObject, context: Omit<WalkedString, 'text'>): Omit<WalkedString, 'text'> {
  const { type, role } = object;
  const kind = typeof type === 'string' ? type : (object['mimeType'] ?? object['mime_type']);
  return {
    ...context,
    part: (typeof kind === 'string' ? mediaPart(kind) : undefined) ?? context.part,
    role: typeof role === 'string' ? role : context.role,
  };
}

/**
 * `image_url`, `input_image`, `image`; `input_audio`, `audio`; the media type of inline data. Other types (`base64` in a
 * source) change nothing.
 */
function mediaPart(type: string): MediaPart | undefined {
  if (/(?:^|_)image(?:[_/]|$)/.test(type)) return 'image part';
  if (/(?:^|_)audio(?:[_/]|$)/.test(type)) return 'audio part';
  return undefined;
}

function isDefinition(key: string, around: Json): boolean {
  return key === 'tools' && isObject(around) && typeof around.type === 'string' && DEFINING_TYPES.has(around.type);
}

function answerAsText(answer: Json): Json {
  if (!isObject(answer) || !isObject(answer['response'])) return answer;
  try {
    return { ...answer, response: JSON.stringify(answer['response']) };
  } catch {
    // Nested too deeply to be written again, and to be walked.
    return answer;
  }
}

function isCall(key: string, child: Json): boolean {
  if (CALL_KEYS.has(key)) return true;
  return isObject(child) && typeof child.type === 'string' && CALL_TYPES.has(child.type);
}
