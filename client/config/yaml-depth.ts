import type { CST } from 'yaml';

/**
 * The position of the first value of a YAML text that is nested more than `limit` levels deep, if there is one. To be
 * asked before values are composed: the parser composes them by recursion, and where it meets the end of the stack the
 * engine may end the whole process instead of throwing.
 *
 * @returns the offset in UTF-16 units
 */
export function findTooDeep(tokens: readonly CST.Token[], limit: number): number | undefined {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > limit) return token.offset;
    for (const child of childrenOf(token)) waiting.push({ token: child, depth: depth + 1 });
  }
  return undefined;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((child) => child !== undefined && child !== null));
}
