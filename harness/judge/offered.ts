import { findCanaries } from '../../scenarios/canary.ts';
import type { ModelExchange, ServedTool } from '../../scenarios/types.ts';
import { closeness } from '../model/names.ts';

/** Whether a client's name of a tool means the server's `tool`, by the rule that the mocked model itself goes by. */
export function isNameOf(name: string, tool: string): boolean {
  return closeness(name, tool) !== undefined;
}

/** Whether a text shows `tool` by what the server wrote about it: a canary of its description. */
export function isMarked(text: string, { description }: ServedTool['definition']): boolean {
  return findCanaries(description).some(({ token }) => text.includes(token));
}

/**
 * Whether any request held the tool: as an offered tool, in a bridge's description, or in a tool result (of a search, for
 * example). A name that the model itself wrote into the call is no offer when the result only repeats it.
 */
export function wasOffered(requests: ModelExchange[], definition: ServedTool['definition']): boolean {
  const asked = new Map(requests.flatMap(({ calls }) => calls.map((call) => [call.id, identifiers(call.arguments)])));
  const shows = (text: string, except: string[] = []): boolean =>
    isMarked(text, definition) ||
    identifiers(text).some((name) => isNameOf(name, definition.name) && !except.includes(name));
  return requests.some(
    ({ tools, results }) =>
      tools.some(({ name, description }) => isNameOf(name, definition.name) || shows(description)) ||
      results.some(({ callId, texts }) => texts.some(({ text }) => shows(text, asked.get(callId)))),
  );
}

/** The words of a text that may name a tool; an escape's letter must not stick to the name that follows it. */
function identifiers(text: string): string[] {
  return (
    text
      .replaceAll(/\\[bfnrt"\\/]/g, ' ')
      .match(/[\w.:/-]+/g)
      ?.map(trimPoint) ?? []
  );
}

function trimPoint(name: string): string {
  return name.replace(/[.:/-]+$/, '');
}
