import { wordsOf } from '../names.ts';

/** The three steps by which a client lets its model reach tools that it does not list. */
export type BridgeKind = 'search' | 'describe' | 'call';

const KINDS: Record<string, BridgeKind> = { toolsearch: 'search', tooldescribe: 'describe', toolcall: 'call' };

/** Which bridge a tool is by its name, `tool_search` or `ToolSearch` for example; undefined for any other tool. */
export function bridgeKind(name: string): BridgeKind | undefined {
  const letters = wordsOf(name).join('').toLowerCase();
  return Object.hasOwn(KINDS, letters) ? KINDS[letters] : undefined;
}
