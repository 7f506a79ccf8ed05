import type { Json, JsonObject } from '../../types.ts';

const LONGEST_REASON = 300;
/** Each level searches the whole schema once, and a server can send a large one with a deep instance. */
const DEEPEST_PLACE = 32;

/**
 * The first failure of a validator's text (`data/celsius must be number, data must have …`) in words that hold nothing
 * of the instance. The reasons come from the schema alone; a path may hold keys of the instance, and one that the schema
 * does not write down itself is shown as `*`.
 */
export function describeMismatch(errorsText: string, instance: Json, schema: JsonObject): string {
  const written = JSON.stringify(schema);
  let rest = errorsText.replace(/^data/, '');
  let place = 'structuredContent';
  let here: unknown = instance;
  for (let level = 0; rest.startsWith('/'); level += 1) {
    const key = level < DEEPEST_PLACE ? leadingKey(rest, here) : undefined;
    if (key === undefined) return `${place} does not fit`;
    if (Array.isArray(here)) place += `[${key}]`;
    else place += written.includes(JSON.stringify(key)) ? `.${key}` : '.*';
    rest = rest.slice(1 + escape(key).length);
    here = (here as Record<string, unknown>)[key];
  }
  const [reason = ''] = rest.split(', data');
  return `${place} ${reason.trim().slice(0, LONGEST_REASON)}`;
}

// The text is not quoted, so a key may look like the end of a shorter one. The longest that fits hides the most.
function leadingKey(text: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.keys(value)
    .filter((key) => text.startsWith(`/${escape(key)}`) && /^[/ ]/.test(text.slice(1 + escape(key).length)))
    .sort((one, other) => other.length - one.length)[0];
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
