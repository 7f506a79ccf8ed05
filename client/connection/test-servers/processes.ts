import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { ServerEntry } from '../../types.ts';
import { temporaryFolder } from './client.ts';

/** Whether a process runs; one that is dead and not yet collected by its parent does not. */
export function runs(pid: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const state = line.slice(line.lastIndexOf(')') + 2, line.lastIndexOf(')') + 3);
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/** The watchdog shells that were started for these process groups; they may have been told of others since. */
export function watchdogsOf(...leaders: number[]): number[] {
  return running('cmdline', (line) => line.endsWith(`\0watch\0${leaders.join('\0')}\0`));
}

/** Those who run with this variable in their environment, which children inherit. */
export function runningWith(name: string, value: string): number[] {
  return running('environ', (variables) => `\0${variables}`.includes(`\0${name}=${value}\0`));
}

function running(file: 'cmdline' | 'environ', fits: (content: string) => boolean): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => {
    try {
      return fits(readFileSync(`/proc/${pid}/${file}`, 'utf8')) && runs(pid);
    } catch {
      return false;
    }
  });
}

/** Waits until something holds; the limit of the test bounds it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

export interface ClientProcess {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  exited: Promise<number | NodeJS.Signals>;
}

/**
 * Starts a client in a process of its own, bundled as CommonJS the way it ships. A touch of the built-in fetch shows on
 * stderr.
 */
export async function startClient(entry: ServerEntry, home: string, mode: 'once' | 'hold'): Promise<ClientProcess> {
  const folder = temporaryFolder();
  const outfile = join(folder, 'client.cjs');
  const source = fileURLToPath(new URL('run-client.ts', import.meta.url));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
  const trap = join(folder, 'trap.cjs');
  const get = "get() { console.error('fetch was touched'); }";
  writeFileSync(trap, `Object.defineProperty(globalThis, 'fetch', { configurable: true, ${get} });`);
  const child = spawn(process.execPath, ['-r', trap, outfile, JSON.stringify({ entry, home, mode })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => (stdout += String(part)));
  child.stderr.on('data', (part) => (stderr += String(part)));
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1)),
  );
  return { child, stdout: () => stdout, stderr: () => stderr, exited };
}
