const WIDTH = 120;

/**
 * JSON as people keep it in `data/`: sorted keys, two spaces a level, a list on one line where it fits, a final newline. The
 * formatter leaves it as it is.
 */
export function laidOut(value: unknown): string {
  return `${write(value, '', 0)}\n`;
}

/** `used` counts the columns before the value on its line. */
function write(value: unknown, indent: string, used: number): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = inLine(value);
    if (line !== undefined && used + line.length + 1 <= WIDTH) return line;
    return block(
      '[',
      value.map((item) => `${inner}${write(item, inner, inner.length)}`),
      `${indent}]`,
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  if (members.length === 0) return '{}';
  return block(
    '{',
    members.map(([key, member]) => {
      const start = `${inner}${JSON.stringify(key)}: `;
      return `${start}${write(member, inner, start.length)}`;
    }),
    `${indent}}`,
  );
}

function block(open: string, lines: string[], close: string): string {
  return `${open}\n${lines.join(',\n')}\n${close}`;
}

/** A list of plain values on one line; `undefined` where it holds anything else. */
function inLine(list: unknown[]): string | undefined {
  const isPlain = list.every((item) => typeof item !== 'object' || item === null);
  return isPlain ? `[${list.map((item) => JSON.stringify(item)).join(', ')}]` : undefined;
}
