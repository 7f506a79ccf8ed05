import type { Forms } from '../../data/forms.ts';

/** A file of `data/` or of the folder of runs, as it is kept in git. */
export interface StoredFile {
  /** Relative to the root; below `runs/` whatever the folder of runs is called. */
  path: string;
  bytes: Buffer;
  text: string;
  /** The form that its place says it has. */
  form: keyof Forms | undefined;
  /** What it says as JSON; `undefined` when it is no JSON, or JSON lines. */
  json: unknown;
}

/** Everything that linters look at, read once. */
export interface Stored {
  files: StoredFile[];
  /** What is neither a file nor a folder (a link, for example), relative to the root. */
  others: string[];
  /** Folders below the folder of runs that have the depth of a run. */
  runFolders: string[];
  /** Ids of data/capabilities.json, the root's or the package's. */
  capabilities: Set<string>;
  /** Ids of data/clients.json, the root's or the package's. */
  clients: Set<string>;
}

export interface Problem {
  path: string;
  /** `Expected …, got …`. */
  text: string;
}

/** One rule about stored files: one file of this folder, with a test in which it holds and one in which it does not. */
export interface Linter {
  name: string;
  check: (stored: Stored) => Problem[];
}
