import type { JsonObject, RegisteredTool } from '../types.ts';
import { describeTools } from './describe.ts';
import { searchTools } from './search.ts';
import type { ToolSearchSettings } from './settings.ts';

export interface BridgeContext {
  /** The limits of `tool_search`. */
  settings: ToolSearchSettings;
  /** The tools in the model's own list, which `tool_describe` tells apart from unknown names. */
  direct: readonly RegisteredTool[];
}

/**
 * The answer to a `tool_search` or `tool_describe`, as JSON for the model. The catalog is that of the moment, so that a
 * tool which has come or gone since the list was sent is found or not. Never throws.
 */
export function answerBridge(
  name: 'tool_search' | 'tool_describe',
  args: JsonObject,
  catalog: readonly RegisteredTool[],
  { settings, direct }: BridgeContext,
): string {
  return name === 'tool_search' ? searchTools(args, catalog, settings) : describeTools(args, catalog, direct);
}
