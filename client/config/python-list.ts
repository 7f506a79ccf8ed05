/** A scalar of a list literal. */
export type Scalar = string | number | boolean | null;

const string = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/;
const item = new RegExp(
  `\\s*(?:(${string.source})|([A-Za-z]+)|([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?))\\s*`,
  'y',
);
const words = new Map<string, Scalar>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * Reads a Python list literal of scalars, for example `['-v', "x", 3, True]`; people copy such lists from Python code
 * into `args`. A comma may end the list.
 *
 * @returns the items, or undefined when `text` is no such list
 */
export function parsePythonList(text: string): Scalar[] | undefined {
  const body = text.trim();
  if (!body.startsWith('[') || !body.endsWith(']')) return undefined;
  const end = body.length - 1;
  const items: Scalar[] = [];
  let position = 1;
  while (body.slice(position, end).trim() !== '') {
    item.lastIndex = position;
    const found = item.exec(body);
    const value = found === null ? undefined : scalar(found);
    if (value === undefined) return undefined;
    items.push(value);
    position = item.lastIndex;
    if (position < end && body[position] !== ',') return undefined;
    if (position > end) return undefined;
    position += 1;
  }
  return items;
}

function scalar([, quoted, word, number]: RegExpExecArray): Scalar | undefined {
  if (quoted !== undefined) return unescape(quoted.slice(1, -1));
  return word === undefined ? Number(number) : words.get(word);
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\n', ''],
]);

function unescape(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, byte, unit, other) => {
    if (other === undefined) return String.fromCharCode(Number.parseInt(byte ?? unit, 16));
    if (other === '\\' || other === "'" || other === '"') return other;
    // An escape that Python does not know stays as it is written.
    return escapes.get(other) ?? whole;
  });
}
