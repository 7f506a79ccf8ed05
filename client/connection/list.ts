import type { JsonObject, ListedTool } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { isObject } from './frame.ts';
import { kindOf } from './text.ts';
import { weigh } from './weigh.ts';

/** More pages than this are not asked for (the original client's bound). */
const MAX_PAGES = 50;
/** What the tools of one server may take in memory, in bytes, as `weigh` counts: pages of the largest size would take all. */
const MAX_WEIGHT = 32 * 1024 * 1024;

export interface Paging {
  server: string;
  /** Asks for the first page, or for the one that a cursor names. */
  page: (cursor: string | undefined) => Promise<JsonObject>;
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
 * tool does not spoil the list: what has no name is logged and left out. A list that is too long, or too large, is used
 * as far as it was read. Throws ConnectionError, `invalid_result` when a page is no list.
 */
export async function listAllTools({ server, page, fault, log }: Paging): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  let weight = 0;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await page(cursor);
    const wrong =
      fault(answer) ??
      (Array.isArray(answer.tools) ? undefined : `expected "tools" to be an array, got ${kindOf(answer.tools)}`);
    if (wrong !== undefined)
      throw new ConnectionError('invalid_result', `MCP server "${server}" answered tools/list with no list: ${wrong}`);
    for (const tool of answer.tools as unknown[]) {
      weight += weigh(tool, MAX_WEIGHT - weight);
      if (weight > MAX_WEIGHT) {
        log(`MCP server "${server}": its list of tools is too large; the ${tools.length} tools so far are used`);
        return tools;
      }
      if (isListed(tool)) tools.push(tool);
      else log(`MCP server "${server}": a tool was left out of the list: expected it to be an object with a name`);
    }
    if (typeof answer.nextCursor !== 'string' || answer.nextCursor === '') return tools;
    cursor = answer.nextCursor;
  }
  log(
    `MCP server "${server}": tools/list did not end after ${MAX_PAGES} pages; the ${tools.length} tools so far are used`,
  );
  return tools;
}

function isListed(tool: unknown): tool is ListedTool {
  return isObject(tool) && typeof tool.name === 'string';
}
