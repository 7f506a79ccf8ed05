/** A list of headers, as the fetch standard has it: `[name, value]` in the order in which they came. */
type Fields = [name: string, value: string][];

type HeadersInit = Iterable<Iterable<string>> | Record<string, string>;

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const AROUND_A_VALUE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that no value may hold, and what is no byte.
const NOT_IN_A_VALUE = /[\0\n\r]|[^\0-\xff]/;

/**
 * The `Headers` of the fetch standard. The built-in class brings the whole built-in fetch with it, 20 ms of CPU at every
 * start, so the build gives this one to the engine as well. It iterates over a copy, where the standard's is live.
 * Throws TypeError for a name or a value that no header can have.
 */
export class Headers implements Iterable<[string, string]> {
  #fields: Fields = [];

  constructor(init?: HeadersInit) {
    if (init === undefined) return;
    if (init === null || (typeof init !== 'object' && typeof init !== 'function'))
      throw new TypeError(`Expected headers to be an object or pairs, got ${init === null ? 'null' : typeof init}`);
    for (const field of Symbol.iterator in init ? init : Object.entries(init)) {
      const pair = typeof field === 'string' ? [] : [...field];
      if (pair.length !== 2) throw new TypeError('Expected every header to be a pair of a name and a value');
      this.append(...(pair as [string, string]));
    }
  }

  append(name: string, value: string): void {
    this.#fields.push([readName(name), readValue(value)]);
  }

  /** Stands in the place of all of that name. */
  set(name: string, value: string): void {
    const field: Fields[number] = [readName(name), readValue(value)];
    this.delete(name);
    this.#fields.push(field);
  }

  delete(name: string): void {
    const known = readName(name);
    this.#fields = this.#fields.filter(([each]) => each !== known);
  }

  has(name: string): boolean {
    const known = readName(name);
    return this.#fields.some(([each]) => each === known);
  }

  /** The values of that name, joined as one field; null where there is none. */
  get(name: string): string | null {
    const values = this.#valuesOf(readName(name));
    return values.length === 0 ? null : values.join(name.toLowerCase() === 'cookie' ? '; ' : ', ');
  }

  /** The values of `Set-Cookie`, the one header that cannot be joined. */
  getSetCookie(): string[] {
    return this.#valuesOf('set-cookie');
  }

  /** In the order of the names, in lower case. */
  *entries(): Generator<[string, string], undefined> {
    for (const name of [...new Set(this.#fields.map(([each]) => each))].sort()) {
      if (name === 'set-cookie') for (const value of this.getSetCookie()) yield [name, value];
      else yield [name, this.get(name) ?? ''];
    }
  }

  *keys(): Generator<string, undefined> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): Generator<string, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): Generator<[string, string], undefined> {
    return this.entries();
  }

  forEach(visit: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) visit.call(self, value, name, this);
  }

  #valuesOf(name: string): string[] {
    return this.#fields.filter(([each]) => each === name).map(([, value]) => value);
  }
}

function readName(given: string): string {
  if (!NAME.test(given)) throw new TypeError(`Expected the name of a header, got ${JSON.stringify(given)}`);
  return given.toLowerCase();
}

/** The value is not shown in the error: it may be a secret. */
function readValue(given: string): string {
  const value = given.replace(AROUND_A_VALUE, '');
  if (NOT_IN_A_VALUE.test(value)) throw new TypeError('Expected the value of a header, got one with other characters');
  return value;
}
