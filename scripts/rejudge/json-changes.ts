/** A place where two JSON values differ; `undefined` where one of them has nothing. */
export interface JsonChange {
  /** RFC 6901 pointer. */
  pointer: string;
  before: unknown;
  after: unknown;
}

/** Every smallest place where `after` differs from `before`, members in the order of their keys. */
export function jsonChanges(before: unknown, after: unknown, pointer = ''): JsonChange[] {
  if (Object.is(before, after)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ pointer, before, after }];
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  if (!Array.isArray(before)) keys.sort();
  return keys.flatMap((key) => jsonChanges(left.get(key), right.get(key), `${pointer}/${escaped(key)}`));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
