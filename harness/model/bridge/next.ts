import type { JsonObject, ScriptedCall } from '../../../scenarios/types.ts';
import type { RequestTool } from '../dialect.ts';
import { wordsOf } from '../names.ts';
import { adviceOf, foundBy, type Step } from '../progress.ts';
import { callArguments, describeArguments, searchArguments } from './arguments.ts';
import { type BridgeKind, bridgeKind } from './kind.ts';
import { isUnknown } from './refusals.ts';

/** A call of a tool that the request lists. */
export interface ToolCall {
  name: string;
  namespace?: string;
  arguments: JsonObject;
}

/**
 * The next step towards a tool behind a bridge, after `steps`: search it by the words of its name (then by those of its
 * mark, then by the name as a whole, which some indexes keep as one word), describe it, call it. A refusal is answered
 * once, by what it advises. `also`: tools that are to be called in the same turn, and searched for at once where the bridge
 * takes a list. Undefined when nothing is left to do.
 */
export function nextOfBridge(
  tools: RequestTool[],
  wanted: ScriptedCall,
  steps: Step[],
  mark: string | undefined,
  also: string[] = [],
): ToolCall | undefined {
  const bridge = (kind: BridgeKind): RequestTool | undefined => tools.find(({ name }) => bridgeKind(name) === kind);
  const search = (query: string, more: string[] = []): ToolCall | undefined =>
    use(bridge('search'), (tool) => searchArguments(tool, query, more));
  const describe = (name: string): ToolCall | undefined =>
    use(bridge('describe'), (tool) => describeArguments(tool, name));
  const call = (name: string): ToolCall | undefined =>
    use(bridge('call'), (tool) => callArguments(tool, name, wanted.arguments));
  const times = (kind: BridgeKind): number => steps.filter((step) => step.kind === kind).length;

  const last = steps.at(-1);
  const lastSearch = steps.findLast(({ kind }) => kind === 'search');
  const found = foundBy(lastSearch, wanted.tool, mark);
  if (last === undefined) return search(words(wanted.tool), also.map(words));
  if (last.kind === 'call') {
    // Without advice it was left unanswered, and is asked again.
    if (steps.filter((step) => adviceOf(step) !== undefined).length > 1) return undefined;
    return call(adviceOf(last) ?? last.call.target);
  }
  const queries = [words(wanted.tool), ...(mark === undefined ? [] : [words(mark)]), wanted.tool];
  if (found === undefined) {
    const query = queries[times('search')];
    return query === undefined ? undefined : search(query);
  }
  if (last.kind === 'search') return describe(found) ?? call(found);
  if (!isUnknown(last.answer ?? '', found)) return call(found);
  if (times('describe') > 1) return undefined;
  return search(words(times('search') > 1 && mark !== undefined ? mark : wanted.tool));
}

/** The call of a tool that a search has already found, without any further step towards it. */
export function callOfBridge(
  tools: RequestTool[],
  wanted: ScriptedCall,
  steps: Step[],
  mark: string | undefined,
): ToolCall | undefined {
  const searches = steps.filter(({ kind }) => kind === 'search');
  const [name] = searches.flatMap((search) => foundBy(search, wanted.tool, mark) ?? []);
  const bridge = tools.find((tool) => bridgeKind(tool.name) === 'call');
  return name === undefined ? undefined : use(bridge, (tool) => callArguments(tool, name, wanted.arguments));
}

/** A call of a listed tool, with the group that it stands in. */
export function callOf({ name, namespace }: RequestTool, given: JsonObject): ToolCall {
  return { name, ...(namespace !== undefined && { namespace }), arguments: given };
}

function use(bridge: RequestTool | undefined, given: (tool: RequestTool) => JsonObject): ToolCall | undefined {
  return bridge && callOf(bridge, given(bridge));
}

/** Words apart, so that a mark never stands whole in what the model itself says. */
function words(text: string): string {
  return wordsOf(text).join(' ');
}
