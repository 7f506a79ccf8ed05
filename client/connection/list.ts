import type { JsonObject, ListedTool } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { isObject } from './frame.ts';
import { kindOf, oneLine } from './text.ts';
import { weigh } from './weigh.ts';

/** More pages than this are not asked for (the original client's bound). */
const MAX_PAGES = 50;
/** What one tool may take, in bytes as `weigh` counts; real ones stay below a hundredth of it. */
const MAX_TOOL_WEIGHT = 1024 * 1024;
/** What the pages of one list may take in memory, in bytes, as `weigh` counts: those of the largest size would take all. */
const MAX_WEIGHT = 32 * 1024 * 1024;

export interface Paging {
  server: string;
  /** Asks for the first page, or for the one that a cursor names. */
  page: (cursor: string | undefined) => Promise<JsonObject>;
  /** Sees the first page, which speaks for the whole list. */
  first?: (page: JsonObject) => void;
  /** What makes a page unusable, if anything does. */
  fault: (page: JsonObject) => string | undefined;
  log: (line: string) => void;
}

/** Whether a server may be asked for tools: when it declares them, or declares nothing at all. */
export function offersTools(capabilities: JsonObject | undefined): boolean {
  return capabilities?.tools !== undefined || capabilities === undefined;
}

/**
 * All tools of a server, page after page (specification, server/utilities/pagination), each as it was sent. One bad
 * tool does not spoil the list: what has no name, or is huge, is logged and left out. A list that is too long, too large, or goes round in circles is used
 * as far as it was read. Throws ConnectionError, `invalid_result` when a page is no list.
 */
export async function listAllTools({ server, page, first, fault, log }: Paging): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  let weight = 0;
  const isTooLarge = (): boolean => {
    if (weight <= MAX_WEIGHT) return false;
    log(`MCP server "${server}": its list of tools is too large; the ${tools.length} tools so far are used`);
    return true;
  };
  const seen = new Set<string>();
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await page(cursor);
    const wrong =
      fault(answer) ??
      (Array.isArray(answer.tools) ? undefined : `expected "tools" to be an array, got ${kindOf(answer.tools)}`);
    if (wrong !== undefined)
      throw new ConnectionError('invalid_result', `MCP server "${server}" answered tools/list with no list: ${wrong}`);
    if (pages === 0) first?.(answer);
    // What stands beside the tools is not kept, but costs as much while it is read.
    weight += weigh({ ...answer, tools: undefined }, MAX_WEIGHT);
    if (isTooLarge()) return tools;
    for (const [index, tool] of (answer.tools as unknown[]).entries()) {
      const size = weigh(tool, MAX_TOOL_WEIGHT);
      weight += size;
      if (isTooLarge()) return tools;
      const wrongTool = faultOfTool(tool, index, size);
      if (wrongTool !== undefined) {
        log(`MCP server "${server}": a tool was left out of the list: ${wrongTool}`);
        continue;
      }
      tools.push(tool as ListedTool);
    }
    if (typeof answer.nextCursor !== 'string' || answer.nextCursor === '') return tools;
    cursor = answer.nextCursor;
    if (seen.has(cursor)) {
      log(
        `MCP server "${server}": tools/list named a page again after ${pages + 1} pages; the ${tools.length} tools so far are used`,
      );
      return tools;
    }
    seen.add(cursor);
  }
  log(
    `MCP server "${server}": tools/list did not end after ${MAX_PAGES} pages; the ${tools.length} tools so far are used`,
  );
  return tools;
}

function faultOfTool(tool: unknown, index: number, size: number): string | undefined {
  if (!isObject(tool)) return `expected tools[${index}] to be an object with a name, got ${kindOf(tool)}`;
  if (typeof tool.name !== 'string') return `expected tools[${index}].name to be a string, got ${kindOf(tool.name)}`;
  if (size > MAX_TOOL_WEIGHT) {
    const name = JSON.stringify(oneLine(tool.name, 60));
    return `expected tools[${index}] to take at most ${MAX_TOOL_WEIGHT} bytes, got more (${name})`;
  }
  return undefined;
}
