import type { JsonObject } from '../../types.ts';
import type { BlockRules } from './blocks.ts';
import { checkContent } from './content.ts';
import type { Era } from './era.ts';
import { expectBoolean, expectObject, kindOf, optional, refuse, within } from './expect.ts';

interface ResultRules extends BlockRules {
  /** Whether the revision defines `structuredContent`; before, it is a member like any unknown one. */
  structuredContent: boolean;
}

const FIRST: ResultRules = {
  types: ['text', 'image', 'resource'],
  blockMeta: false,
  icons: false,
  structuredContent: false,
};
const STRUCTURED: ResultRules = {
  types: ['text', 'image', 'audio', 'resource_link', 'resource'],
  blockMeta: true,
  icons: false,
  structuredContent: true,
};

/** The revisions that begin with `initialize`, each by its own schema's CallToolResult. */
export const handshake: Era = new Map([
  ['2024-11-05', (result) => checkResult(result, FIRST)],
  ['2025-03-26', (result) => checkResult(result, { ...FIRST, types: ['text', 'image', 'audio', 'resource'] })],
  ['2025-06-18', (result) => checkResult(result, STRUCTURED)],
  ['2025-11-25', (result) => checkResult(result, { ...STRUCTURED, icons: true })],
]);

function checkResult(result: JsonObject, rules: ResultRules): void {
  checkContent(result.content, rules);
  within('bad-is-error', () => optional(result.isError, 'isError', expectBoolean));
  within('bad-meta', () => optional(result._meta, '_meta', expectObject));
  if (rules.structuredContent) within('bad-structured-content', () => checkStructuredContent(result.structuredContent));
}

// The schema takes an object alone. `null` is what servers send that have nothing to say there; it counts as absent.
function checkStructuredContent(value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) refuse('structuredContent', 'an object', kindOf(value));
}
