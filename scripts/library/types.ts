import type { Driver } from '../../data/types/driver.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { Inconclusive } from '../../harness/judge/types.ts';
import type { Run } from '../../harness/plan/run.ts';
import type { ServerMode } from '../../scenarios/types.ts';

export interface ProbeOptions {
  /** The driver of the client: a file, or what would stand in one in `root`. */
  driver: string | Driver;
  /** One config of the client; all of its standard matrix unless told. */
  config?: string;
  /** One transport; all of the standard matrix unless told. */
  transport?: 'stdio' | 'http';
  /** A scenario id, or a pattern with `*`; the 17 result scenarios unless told. */
  scenario?: string;
  /** The protocol eras that the server offers; `both` unless told. */
  server?: ServerMode;
  /**
   * The folder of the client's repository: relative paths start here, baselines lie in its `data/baselines/`, clients
   * are installed into its `.clients/`. The current folder unless told.
   */
  root?: string;
  /** The folder of runs that keeps the evidence. Without it the evidence is gone when the call ends. */
  out?: string;
  /** Runs at once; cores + 1 unless told. */
  jobs?: number;
  /** How long the client may leave its model alone; 60 unless told. */
  timeoutSeconds?: number;
  /**
   * What becomes of `data/baselines/<client>.json`: `compare` holds the verdicts against it where it is there, `ignore`
   * does not look at it, `update` writes it anew from this probe. `compare` unless told.
   */
  baseline?: 'compare' | 'ignore' | 'update';
  /** Ends the probe; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Told what is going on, a line at a time; nobody is, unless given. */
  say?: (line: string) => void;
}

/** What a probe found out. */
export interface ProbeResult {
  client: string;
  clientVersion: string;
  /** In the order of the plan. */
  results: RunResult[];
  /** Entries of the baseline that nothing of the plan could answer, `<config>/<server>-<transport>/<scenario>` each. */
  stale: string[];
  /** What the command line would have answered: 0 fine, 1 verdicts differ, 2 wrong input, 3 something was inconclusive. */
  exitCode: number;
}

/** What came of one run. */
export type RunResult = JudgedResult | InconclusiveResult;

interface AnyResult {
  run: Run;
  /**
   * How it stands to the baseline. `expected`: as the baseline has it; `new`: the baseline has none; `changed`: otherwise;
   * `flaky`: known to be, does not decide; `inconclusive`; `unsupported`: the client's driver, or the client, says so.
   */
  status: 'expected' | 'new' | 'changed' | 'flaky' | 'inconclusive' | 'unsupported';
  /** What is not as before, a line each: `structuredContent: reached the model → lost`. */
  changes: string[];
}

export interface JudgedResult extends AnyResult {
  record: RunRecord;
  inconclusive?: never;
}

export interface InconclusiveResult extends AnyResult {
  record?: never;
  inconclusive: Inconclusive;
}
