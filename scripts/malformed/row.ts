/** What becomes of a call: `code` is the error's fault, or its code where that says it all, or `ok`. */
export interface Expected {
  code: string;
  /** A part of what the model is told. */
  says: string;
  /** Nothing ties what came to the call, so that only its `timeout` ends it. */
  late?: true;
}

/** The ways that a call and its answer go. */
export type Way = 'stdio' | 'json' | 'stream';
export const WAYS: readonly Way[] = ['stdio', 'json', 'stream'];

/** What is expected on a way; what is not named is as in its era, and that as in `else`. */
export type Row = Partial<Record<Way | 'handshake' | 'stateless' | 'else', Expected>>;

export type Rows = Readonly<Record<string, Row>>;

export function expectedOf(row: Row, way: Way, era: 'handshake' | 'stateless'): Expected | undefined {
  return row[way] ?? row[era] ?? row.else;
}

export const ok = (says = '"result": "fine"'): Expected => ({ code: 'ok', says });
export const fails = (code: string, says: string): Expected => ({ code, says });
export const timesOut = (code: string, says: string): Expected => ({ code, says, late: true });

/** The same on every way, in both eras. */
export const always = (expected: Expected): Row => ({ else: expected });
