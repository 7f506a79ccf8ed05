import type { ModelCall, ModelExchange } from '../../scenarios/types.ts';
import { walkStrings } from './search/walk.ts';

/** Who speaks in the model's own turns. */
const MODEL_ROLES = new Set(['assistant', 'model']);

/** What the client told the model about one call. */
export interface ToolMessage {
  /** Its texts, in order. None when the message holds no text. */
  texts: string[];
  /** The texts as one, a line each. */
  text: string;
  /** The dialect has a mark for calls that failed, and the client set it. */
  isError: boolean;
}

/**
 * The texts of the tool message that answers `call` in `next`. A client that sends no tool message with that id may have
 * told the model in another way: then every string that its request before did not hold, apart from the model's own turns.
 */
export function readToolMessage(
  { exchange, call }: { exchange: ModelExchange; call: ModelCall },
  next: ModelExchange,
): ToolMessage {
  const answers = next.results.filter(({ callId }) => callId === call.id);
  const texts =
    answers.length > 0 ? answers.flatMap((result) => result.texts.map(({ text }) => text)) : newStrings(exchange, next);
  return { texts, text: texts.join('\n'), isError: answers.some(({ isError }) => isError === true) };
}

function newStrings(before: ModelExchange, next: ModelExchange): string[] {
  const known = new Set(walkStrings(before.body).map(({ text }) => text));
  return walkStrings(next.body)
    .filter(
      ({ text, pointer, role }) =>
        isContent(pointer) && role !== undefined && !MODEL_ROLES.has(role) && !known.has(text),
    )
    .map(({ text }) => text);
}

/** Ids, roles, names and types are strings of a message as well, and no words. */
function isContent(pointer: string): boolean {
  return /\/(?:content|text|output|response)(?:\/\d+)?$/.test(pointer);
}
