import { stripTagCharacters } from '../results/tag-characters.ts';
import type { ListedTool } from '../types.ts';

/** Whether there may be anything to remove: all that is removed lies above, tag characters as pairs of surrogates. */
const suspects = /[\u202A-\uFFFF]/;
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * The text without characters that a person does not see and a model reads all the same: Unicode TAG characters (flags
 * of regions stay whole) and the bidirectional embedding, override and isolate controls, which show text in an order
 * that is not the one a model reads.
 */
export function removeUnseen(text: string): string {
  return suspects.test(text) ? stripTagCharacters(text).replace(bidiControls, '') : text;
}

/** A tool's description for the model: cleaned, or `MCP tool <name> from <server>` where the server gives no text. */
export function toolDescription(server: string, tool: ListedTool): string {
  const text = typeof tool.description === 'string' ? removeUnseen(tool.description) : '';
  return text.trim() === '' ? `MCP tool ${removeUnseen(tool.name)} from ${server}` : text;
}
