/** An entry of the server `docs`; the parser and the JSON Schema for editors are both held against those here. */
export type Entry = Record<string, unknown>;

/** A file that is there. */
export const file = import.meta.filename;

/** An entry of a stdio server. */
export const stdio = (keys: Entry): Entry => ({ command: 'docs-server', ...keys });
/** An entry of an HTTP server. */
export const http = (keys: Entry): Entry => ({ url: 'https://docs.example/mcp', ...keys });

/** An entry with something wrong. */
export interface Bad {
  entry: Entry;
  says: string;
  /** A part of what the entry gives all the same. */
  gives?: object;
  /** The schema cannot say so: it knows no files, and no rule that spans keys and words. */
  schemaIsSilent?: true;
}
