import { type Assembled, assembleTools } from '../deferred/assemble.ts';
import type { ToolSearchSettings } from '../deferred/settings.ts';
import type { Log } from '../home/log.ts';
import type { RegisteredTool, ToolDefinition } from '../types.ts';
import type { ToolCall } from './completion.ts';
import { createDispatcher } from './dispatch.ts';
import type { Dispatched } from './loop.ts';

/** What the model is offered for one turn. */
export interface Offer {
  definitions: ToolDefinition[];
  /** Whether tools stand behind the search bridge. */
  bridge: boolean;
  /** Finds out what a call comes to, without running it. */
  dispatch: (call: ToolCall) => Promise<Dispatched>;
}

export interface OfferContext {
  /** The client's own tools. They come with the first tool of a server and stay: until then nothing needs them. */
  builtin: readonly RegisteredTool[];
  /** The tools of all servers at this moment; the same array as long as nothing changes. */
  current: () => readonly RegisteredTool[];
  settings: ToolSearchSettings;
  contextLength: number | undefined;
  signal: AbortSignal;
  log: Log;
}

/**
 * Makes the offers of one talk, turn after turn. While the tools stay, so does the offer, to the byte. When they have
 * changed, what the model knows keeps its place in the list, what is new comes after it, and what is gone is left out,
 * so that as much as can be of what a provider has cached of the prompt holds (the original client's rule).
 */
export function createOffers({ builtin, current, settings, contextLength, signal, log }: OfferContext): () => Offer {
  const places = new Map<string, number>();
  let tools: readonly RegisteredTool[] | undefined;
  let offer: Offer | undefined;

  function inPlace(definitions: ToolDefinition[]): ToolDefinition[] {
    for (const { function: tool } of definitions) if (!places.has(tool.name)) places.set(tool.name, places.size);
    const placeOf = ({ function: tool }: ToolDefinition) => places.get(tool.name) ?? 0;
    return definitions.toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  function make(assembled: Assembled): Offer {
    const { direct, deferred } = assembled;
    log('info', `${direct.length} tools offered directly, ${deferred.length} through search`);
    return {
      definitions: inPlace(assembled.definitions),
      bridge: deferred.length > 0,
      dispatch: createDispatcher(assembled, { settings, signal, current: () => [...builtin, ...current()] }),
    };
  }

  return () => {
    const now = current();
    if (offer !== undefined && now === tools) return offer;
    const own = now.length > 0 || places.size > 0 ? builtin : [];
    tools = now;
    offer = make(assembleTools([...own, ...now], settings, contextLength));
    return offer;
  };
}
