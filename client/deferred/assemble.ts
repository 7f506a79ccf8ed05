import { toOfferedSchema } from '../tools/schema/offer.ts';
import type { RegisteredTool, ToolDefinition } from '../types.ts';
import { bridgeTools, isBridgeName } from './bridge-tools.ts';
import { compare, isServerTool } from './label.ts';
import { type Listing, listingBudget, renderListing } from './listing.ts';
import type { ToolSearchSettings } from './settings.ts';

/** What a request offers to the model, and what stands behind it. */
export interface Assembled {
  definitions: ToolDefinition[];
  /** The tools that only the bridge tools reach, sorted by name: their catalog. */
  deferred: RegisteredTool[];
  /** The tools that are offered by their own definitions, sorted by name. */
  direct: RegisteredTool[];
  /** For the log: 0 nothing is deferred, 1 every deferred name or its server's names are listed, 2 no name is. */
  tier: 0 | 1 | 2;
}

/**
 * The tool definitions of a request. Tools of servers, and those that `defer` names, give way to `tool_search`,
 * `tool_describe` and `tool_call`; with the search off, or nothing to defer, every tool is offered itself. The same tools
 * in any order give the same definitions, and bridge names among them are dropped.
 *
 * @param contextLength the model's context in tokens, when it is known; it bounds the listing only
 */
export function assembleTools(
  tools: readonly RegisteredTool[],
  settings: ToolSearchSettings,
  contextLength: number | undefined,
): Assembled {
  const sorted = tools.filter(({ name }) => !isBridgeName(name)).sort((a, b) => compare(a.name, b.name));
  const isDeferred = (tool: RegisteredTool): boolean =>
    settings.enabled && (isServerTool(tool) || settings.defer.includes(tool.name));
  const deferred = sorted.filter(isDeferred);
  const direct = sorted.filter((tool) => !isDeferred(tool));
  const definitions = direct.map(define);
  if (deferred.length === 0) return { definitions, deferred, direct, tier: 0 };
  const listing: Listing = settings.listing
    ? renderListing(deferred, listingBudget(settings, contextLength))
    : { form: 'none', text: '' };
  definitions.push(...bridgeTools(deferred.length, listing));
  return { definitions, deferred, direct, tier: listing.form === 'groups' || listing.form === 'none' ? 2 : 1 };
}

function define({ name, description, parameters }: RegisteredTool): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: toOfferedSchema(parameters) } };
}
