import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import type { Fence } from '../fence.ts';

/** What a program showed and how it ended. */
export interface Shown {
  stdout: string;
  stderr: string;
  code: number | null;
}

/** A temporary package with the preload as it is now; its path has what the quoting has to stand. */
export async function buildRoot(): Promise<string> {
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'fence-'));
  const root = join(base, `a "b" \\c é`);
  await build({
    entryPoints: [join(import.meta.dirname, '..', 'preload.ts')],
    outfile: join(root, 'dist', 'fence.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    logLevel: 'error',
  });
  return root;
}

export function removeRoot(root: string): void {
  rmSync(dirname(root), { recursive: true });
}

let folders = 0;

/** Runs a program to its end as a client of the fence, in an environment that holds nothing else. */
export async function runFenced(
  fence: Fence,
  root: string,
  [program, ...args]: [string, ...string[]],
): Promise<Shown & { names: string[] }> {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  const run = fence.open({ key: folder, folder });
  try {
    const shown = await show([program, ...args], run.environment);
    return { ...shown, names: await run.names() };
  } finally {
    run.close();
  }
}

/** Runs a program to its end. */
export async function show(
  [program, ...args]: [string, ...string[]],
  environment: Record<string, string> = {},
): Promise<Shown> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Sooner than a test is given up, so that nothing is left behind.
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}
