/** What a value costs beside the characters that it holds, in bytes. */
const EACH = 32;

/**
 * Roughly what a JSON value takes in memory, in bytes. Counting stops once `limit` is passed, and does not recurse: the
 * value may be as large and as deep as a message can make it.
 */
export function weigh(value: unknown, limit: number): number {
  const waiting = [value];
  let weight = 0;
  while (waiting.length > 0 && weight <= limit) {
    const item = waiting.pop();
    weight += EACH;
    if (typeof item === 'string') weight += item.length;
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) {
      for (const child of item as unknown[]) waiting.push(child);
      continue;
    }
    for (const key of Object.keys(item)) {
      weight += key.length;
      waiting.push((item as Record<string, unknown>)[key]);
    }
  }
  return weight;
}
