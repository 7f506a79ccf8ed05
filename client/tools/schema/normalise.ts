import type { JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';
import { copyBounded } from './copy.ts';
import { renameDefinitions } from './definitions.ts';
import { repairObject } from './objects.ts';
import { cleanTexts } from './texts.ts';
import { collapseUnion } from './unions.ts';
import { mapSchema } from './walk.ts';

/**
 * A tool's `inputSchema` in the form that model providers take: no schema becomes the empty object schema; `definitions`
 * becomes `$defs`; unions with `null` and of constants collapse; object nodes are completed (the original client's steps,
 * in its order). Texts lose their unseen characters. Takes any value, never changes it, and cuts what nests deeper than
 * 64 levels.
 */
export function normaliseSchema(inputSchema: unknown): JsonObject {
  if (!isObject(inputSchema) || Object.keys(inputSchema).length === 0) return { type: 'object', properties: {} };
  return mapSchema(copyBounded(inputSchema), (schema, atRoot) =>
    repairObject(collapseUnion(renameDefinitions(cleanTexts(schema))), atRoot),
  );
}
