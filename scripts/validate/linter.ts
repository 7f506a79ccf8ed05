import type { Forms } from '../../data/forms.ts';
import type { Capability } from '../../data/types/capabilities.ts';

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

/** A Markdown file that people read: README.md, or one of `docs/` or `cards/`. */
export interface Page {
  /** Relative to the root. */
  path: string;
  bytes: Buffer;
  text: string;
}

/** Everything that linters look at, read once. */
export interface Stored {
  files: StoredFile[];
  pages: Page[];
  /** What is neither a file nor a folder (a link, for example), relative to the root. */
  others: string[];
  /** How evidence names the folder of runs: relative to the root. */
  runs: string;
  /** Whether there is a folder of runs. */
  hasRuns: boolean;
  /** Folders below the folder of runs that have the depth of a run. */
  runFolders: string[];
  /** What data/capabilities.json knows, the root's or the package's, in its order. */
  capabilities: Map<string, Capability['kind']>;
  /** Ids of data/clients.json, the root's or the package's. */
  clients: Set<string>;
  /** Whether there is something at a path relative to the root. */
  exists: (path: string) => boolean;
  /** The text of a file at a path relative to the root that is not among `files`; `undefined` where it cannot be read. */
  read: (path: string) => string | undefined;
}

export interface Problem {
  path: string;
  /** `Expected …, got …`. */
  text: string;
}

/** One rule about stored files: one file of this folder, with a test in which it holds and one in which it does not. */
export interface Linter {
  name: string;
  /** The rule, in a sentence. */
  description: string;
  check: (stored: Stored) => Problem[];
  /**
   * The text that a file of `data/` should have, or `undefined` where the rule holds or a program cannot tell. What else
   * the file says stays. Evidence is never mended: only the probe writes it.
   */
  fix?: (file: StoredFile) => string | undefined;
}
