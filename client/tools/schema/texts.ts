import type { JsonObject } from '../../types.ts';
import { removeUnseen } from '../description.ts';

/** A schema whose `title` and `description` hold no unseen characters: a model reads them like a tool's description. */
export function cleanTexts(schema: JsonObject): JsonObject {
  const texts = ['title', 'description'].flatMap((key) => {
    const text = schema[key];
    return typeof text === 'string' ? [[key, removeUnseen(text)] as const] : [];
  });
  return texts.length === 0 ? schema : { ...schema, ...Object.fromEntries(texts) };
}
