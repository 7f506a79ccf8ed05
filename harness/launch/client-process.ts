import { execa } from 'execa';

/** How a client's process ended. `output` is its stdout and stderr as they came, cut at the cap. */
export interface ClientEnd {
  kind: 'exited' | 'killed by a signal' | 'timed out' | 'could not be started';
  exitCode: number | undefined;
  signal: string | undefined;
  output: string;
  detail: string;
}

const OUTPUT_CAP_BYTES = 10 * 1024 * 1024;

// Whatever ends this process, short of a kill, ends the clients too.
const live = new Set<number>();
process.on('exit', () => live.forEach(kill));

/**
 * Runs a client to its end in a process group of its own, and kills the whole group at the limit, when `cancel` fires,
 * when the client itself has ended, and when this process exits (a client that leaves children behind must not slow down
 * the next run).
 */
export async function runClient(options: {
  command: [string, ...string[]];
  environment: Record<string, string>;
  cwd: string;
  timeoutSeconds: number;
  cancel: AbortSignal;
}): Promise<ClientEnd> {
  const [program, ...args] = options.command;
  const child = execa(program, args, {
    cwd: options.cwd,
    env: options.environment,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    detached: true,
    reject: false,
    maxBuffer: OUTPUT_CAP_BYTES,
    stripFinalNewline: false,
  });
  let timedOut = false;
  const killGroup = (): void => kill(child.pid);
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup();
  }, options.timeoutSeconds * 1000);
  options.cancel.addEventListener('abort', killGroup, { once: true });
  if (options.cancel.aborted) killGroup();
  // A child that the client leaves behind may hold its stdout open, and would keep a client that has ended waiting.
  child.once('exit', killGroup);
  if (child.pid !== undefined) live.add(child.pid);
  const result = await child;
  live.delete(child.pid ?? 0);
  clearTimeout(timer);
  options.cancel.removeEventListener('abort', killGroup);
  return {
    kind: timedOut ? 'timed out' : kindOf(result),
    exitCode: result.exitCode,
    signal: result.signal,
    output: result.all ?? '',
    detail: timedOut ? `no end within ${options.timeoutSeconds} s` : (result.shortMessage ?? ''),
  };
}

function kindOf({ exitCode, signal }: { exitCode?: number; signal?: string }): ClientEnd['kind'] {
  if (exitCode !== undefined) return 'exited';
  return signal === undefined ? 'could not be started' : 'killed by a signal';
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
