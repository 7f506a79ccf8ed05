import { basename } from 'node:path';
import { HarnessError } from '../error.ts';
import { type ClientEnd, runClient } from '../launch/client-process.ts';
import { reasonFor } from './reason.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What every tool that works on one folder shares. */
export interface Tools {
  /** What is installed, for people. */
  what: string;
  folder: string;
  /** The folder that the environment names: who still has it after the tool's end is ended too. */
  root: string;
  environment: Record<string, string>;
  cancel: AbortSignal;
  guard: (group: number) => () => void;
}

/** Longer than any installation: it only stops one that hangs. */
const SECONDS = 3600;
const LAST_LINES = 12;
const LINE_LENGTH = 300;
/** Where npm broke in its own code, and where it keeps its log. */
const NOISE = /^npm \w+\s+at |A complete log of this run/;

/**
 * Runs a command of npm or Python to its end; `name` is its name for people. Throws HarnessError with the last lines of its output, and what `cancel` was
 * aborted with.
 */
export async function runTool(name: string, command: [string, ...string[]], tools: Tools): Promise<void> {
  const { folder: cwd, root: folder, environment, cancel, guard } = tools;
  const end = await runClient({ command, environment, cwd, folder, timeoutSeconds: SECONDS, cancel, guard });
  cancel.throwIfAborted();
  if (end.kind === 'exited' && end.exitCode === 0) return;
  if (end.kind === 'could not be started')
    throw new HarnessError(
      'missing',
      `Expected ${basename(command[0])} on PATH to install ${tools.what}, got "${end.detail}".`,
    );
  throw failure(name, end, tools);
}

function failure(name: string, end: ClientEnd, { what, environment }: Tools): HarnessError {
  const lines = withoutSecrets(end.output, environment)
    .split('\n')
    .map((line) => line.trim().slice(0, LINE_LENGTH))
    .filter((line) => line !== '' && !NOISE.test(line));
  const { code, reason } = reasonFor(lines);
  const how = end.kind === 'exited' ? `exit code ${end.exitCode}` : `${end.kind} ${end.signal ?? ''}`.trim();
  return new HarnessError(
    code,
    [`Expected ${name} to install ${what}, got ${how}: ${reason}.`, ...lines.slice(-LAST_LINES)].join('\n  '),
  );
}
