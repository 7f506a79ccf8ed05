// Unrolled, so that a long string costs no stack.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs;

/** Keys that stand twice in one object of a JSON text, of which a reader sees the last only. */
export function repeatedKeys(text: string): string[] {
  const open: (Set<string> | undefined)[] = [];
  const repeated = new Set<string>();
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) repeated.add(key);
      keys?.add(key);
    }
  }
  return [...repeated];
}
