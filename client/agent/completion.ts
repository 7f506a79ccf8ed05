import type { JsonObject } from '../types.ts';
import { AgentError } from './error.ts';

/** A tool call that the model asks for; `arguments` is JSON text, not checked. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** One answer of the model. */
export interface Completion {
  /** The assistant message as the model emitted it; it goes back into the history unchanged. */
  message: JsonObject;
  /** Its text; empty when it has none. */
  text: string;
  calls: ToolCall[];
}

/** More calls in one answer are a runaway model, not a plan. */
const maxCalls = 128;

/**
 * Reads the body of a Chat Completions answer (no stream): its first choice.
 *
 * @throws AgentError `invalid-answer` with what was expected and where
 */
export function readCompletion(body: string): Completion {
  const message = firstMessage(parse(body));
  const listed = message['tool_calls'] ?? [];
  if (!Array.isArray(listed)) throw invalid('choices[0].message.tool_calls', 'a list');
  if (listed.length > maxCalls) throw invalid('choices[0].message.tool_calls', `at most ${maxCalls} calls`);
  return { message: { ...message, role: 'assistant' }, text: readText(message), calls: listed.map(readCall) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new AgentError('invalid-answer', 'Expected the model to answer with JSON', { cause });
  }
}

function firstMessage(answer: unknown): JsonObject {
  const choices: unknown = isObject(answer) ? answer['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice['message'] : undefined;
  if (!isObject(message)) throw invalid('choices[0].message', 'an object');
  return message;
}

function readText({ content, refusal }: JsonObject): string {
  if (typeof content === 'string') return content;
  // Some providers answer with parts; only the text ones can be shown.
  if (Array.isArray(content)) {
    return content.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
  }
  if (content !== null && content !== undefined) throw invalid('choices[0].message.content', 'a string or null');
  return typeof refusal === 'string' ? refusal : '';
}

function readCall(call: unknown, index: number): ToolCall {
  const at = `choices[0].message.tool_calls[${index}]`;
  const asked = isObject(call) ? call['function'] : undefined;
  if (!isObject(call) || !isObject(asked)) throw invalid(`${at}.function`, 'an object');
  const { id } = call;
  const { name, arguments: args = '' } = asked;
  if (typeof id !== 'string' || id === '') throw invalid(`${at}.id`, 'a string that is not empty');
  if (typeof name !== 'string') throw invalid(`${at}.function.name`, 'a string');
  return { id, name, arguments: typeof args === 'string' ? args : write(args, `${at}.function.arguments`) };
}

/** What can be read is not always shallow enough to be written. */
function write(value: unknown, where: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalid(where, 'nested less deeply');
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(where: string, expected: string): AgentError {
  return new AgentError('invalid-answer', `Expected ${where} in the model's answer to be ${expected}`);
}
