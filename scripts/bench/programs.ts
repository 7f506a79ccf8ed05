import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { abnormalEnd } from '../../harness/launch/abnormal-end.ts';
import { runClient } from '../../harness/launch/client-process.ts';
import { CaseFailed, type Figure } from './figure.ts';
import { ownCpuSeconds } from './own-cpu.ts';
import { peakMemory } from './peak-memory.ts';
import { readTimes, timed } from './shell-times.ts';

const TIMEOUT_SECONDS = 600;

/**
 * What the harness gives a client too, and room for temporary files. What else is in an environment can cost: a Node that
 * finds NODE_EXTRA_CA_CERTS there reads certificates at every start, and the multiples would be of that.
 */
const ENVIRONMENT = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export interface ProgramOptions {
  cwd: string;
  /** A folder that nobody else names in an environment. */
  folder: string;
  cancel: AbortSignal;
  guard: (group: number) => () => void;
  /** Those of a program that did its work; 0 unless told. */
  exitCodes?: number[];
  /** Whether the figure says how much memory it had. */
  memory?: boolean;
}

/** Runs `node ARG…` to its end, with the children that it waited for. Throws CaseFailed when it ends otherwise. */
export async function measureProgram(
  args: string[],
  { exitCodes = [0], memory = false, ...options }: ProgramOptions,
): Promise<Figure> {
  const peak = memory ? await peakMemory(options.folder) : undefined;
  const started = performance.now();
  const end = await runClient({
    ...options,
    command: timed([process.execPath, ...(peak?.args ?? []), ...args]),
    environment: ENVIRONMENT,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  const wall = (performance.now() - started) / 1000;
  options.cancel.throwIfAborted();
  const ended = abnormalEnd(end, exitCodes);
  if (ended !== undefined) throw new CaseFailed(ended.detail);
  return { cpu: readTimes(end.stdout), wall, ...(peak && { memory: await peak.read() }) };
}

/** Runs `node PROGRAM` until it writes its first byte: what it has used by itself so far. Then its input ends. */
export async function measureUntilReady(program: string): Promise<Figure> {
  const started = performance.now();
  const child = spawn(process.execPath, [program], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), exited.then(() => undefined)]);
  const wall = (performance.now() - started) / 1000;
  const cpu = first === undefined || child.pid === undefined ? undefined : ownCpuSeconds(child.pid);
  child.stdin.end();
  const [code] = await exited;
  if (cpu === undefined || code !== 0) throw new CaseFailed(`exit code ${code}`);
  return { cpu, wall };
}
