/**
 * The one way in which records and data are written: keys sorted by their UTF-16 units, two spaces a level, a final
 * newline. Equal values give equal bytes, however they were put together. Members that are `undefined` are left out.
 * Throws TypeError for what JSON cannot say: a function, a bigint, NaN, an infinite number, `undefined` in a list.
 */
export function canonicalJson(value: unknown): string {
  return `${write(value, '\n')}\n`;
}

// Written out rather than sorted into a copy: an object would put keys that look like numbers first and lose `__proto__`.
function write(value: unknown, line: string): string {
  const inner = `${line}  `;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((item) => write(item, inner)),
      ']',
      line,
    );
  if (typeof value === 'object' && value !== null) return block('{', members(value, inner), '}', line);
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return JSON.stringify(value);
  throw new TypeError(`Expected a JSON value, got ${typeof value === 'number' ? String(value) : typeof value}.`);
}

function members(value: object, line: string): string[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}: ${write(member, line)}`);
}

function block(open: string, items: string[], close: string, line: string): string {
  return items.length === 0 ? `${open}${close}` : `${open}${line}  ${items.join(`,${line}  `)}${line}${close}`;
}
