import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { keepOutput, type Output } from './output.ts';
import { endStrays } from './strays.ts';

/** How a client's process ended. `output` is its stdout and stderr as they came, without the middle of what is long. */
export interface ClientEnd {
  kind: 'exited' | 'killed by a signal' | 'timed out' | 'could not be started';
  exitCode: number | undefined;
  signal: string | undefined;
  output: string;
  stdout: string;
  detail: string;
}

export interface ClientStart {
  command: [string, ...string[]];
  environment: Record<string, string>;
  cwd: string;
  /** What it reads; nothing without it. */
  stdin?: string;
  /** Whether it is given a pseudo-terminal, by util-linux's `script`. */
  terminal?: boolean;
  /** The run's own folder, which the environment names: who still has it after the client's end is a stray. */
  folder: string;
  timeoutSeconds: number;
  /** Fires when there is no use in waiting so long; the reason, a string, says in plain words what did not come. */
  over?: AbortSignal;
  cancel: AbortSignal;
  /** Told the client's process group while it lives. */
  guard?: (group: number) => () => void;
}

/** How long the pipes of a client that has ended are read when somebody who cannot be found holds them open. */
const PIPES_MS = 1000;

/**
 * Runs a client to its end in a process group of its own, and kills the whole group when its time is over, when `cancel`
 * fires, and after the end (a client that leaves children behind must not slow down the next run). What counts is the
 * end of the client itself, not that of whoever has its stdout too.
 */
export async function runClient(options: ClientStart): Promise<ClientEnd> {
  const child = start(options);
  if (child instanceof Error) return notStarted(child);
  const ended = endOf(child);
  const [all, stdout] = [keepOutput(), keepOutput()];
  const pipes = [read(child.stdout, [all, stdout]), read(child.stderr, [all])];
  const release = child.pid === undefined ? undefined : options.guard?.(child.pid);
  const killGroup = (): void => kill(child.pid);
  const limit = new AbortController();
  const { timeoutSeconds } = options;
  const timer = setTimeout(() => limit.abort(`no end within ${timeoutSeconds} s`), timeoutSeconds * 1000);
  const over = AbortSignal.any([limit.signal, ...(options.over === undefined ? [] : [options.over])]);
  const stop = AbortSignal.any([over, options.cancel]);
  stop.addEventListener('abort', killGroup, { once: true });
  if (stop.aborted) killGroup();
  const end = await ended;
  clearTimeout(timer);
  stop.removeEventListener('abort', killGroup);
  const timedOut = over.aborted;
  if (end instanceof Error) return notStarted(end);
  await endStrays(options.folder, { patience: !options.cancel.aborted });
  killGroup();
  release?.();
  await settle(pipes, [child.stdout, child.stderr]);
  return {
    kind: timedOut ? 'timed out' : end.exitCode === undefined ? 'killed by a signal' : 'exited',
    ...end,
    output: all.text(),
    stdout: stdout.text(),
    detail: timedOut ? String(over.reason) : '',
  };
}

type Child = ChildProcess & { stdout: Readable; stderr: Readable };

function start({ command, environment, cwd, stdin, terminal }: ClientStart): Child | Error {
  const [program, ...args] = terminal === true ? onTerminal(command) : command;
  try {
    const child = spawn(program, args, {
      cwd,
      env: environment,
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // A client that does not read has nothing to fear.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
    return child as Child;
  } catch (error) {
    // An empty name, an argument with a NUL.
    return error as Error;
  }
}

/** `script` hands on the exit code (`-e`) and keeps its own file nowhere. */
function onTerminal(command: [string, ...string[]]): [string, ...string[]] {
  const quoted = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  return ['script', '-qefc', quoted, '/dev/null'];
}

async function endOf(child: Child): Promise<{ exitCode: number | undefined; signal: string | undefined } | Error> {
  return new Promise((resolve) => {
    child.on('error', resolve);
    child.once('exit', (code, signal) => resolve({ exitCode: code ?? undefined, signal: signal ?? undefined }));
  });
}

function notStarted({ message }: Error): ClientEnd {
  const nothing = { exitCode: undefined, signal: undefined, output: '', stdout: '' };
  return { kind: 'could not be started', ...nothing, detail: message };
}

async function read(stream: Readable, outputs: Output[]): Promise<void> {
  stream.on('data', (chunk: Buffer) => {
    for (const output of outputs) output.push(chunk);
  });
  // What could be read before an error is what there is.
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('close', resolve));
}

/** Waits until the pipes are read to their end, but not for a process that nobody could find. */
async function settle(pipes: Promise<void>[], streams: Readable[]): Promise<void> {
  const stop = new AbortController();
  await Promise.race([Promise.all(pipes), delay(PIPES_MS, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
  for (const stream of streams) stream.destroy();
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
