import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { JsonObject, ServingPlan } from '../../scenarios/types.ts';

/** The bundled stdio fixture in a folder of its own, as users start it. */
export interface Program {
  folder: string;
  path: string;
  plan: string;
  remove(): Promise<void>;
}

export async function bundleProgram(plan: ServingPlan): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'fixture-server-'));
  const path = join(folder, 'fixture-server.cjs');
  const entry = join(import.meta.dirname, '..', 'main.ts');
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const file = join(folder, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  return { folder, path, plan: file, remove: () => rm(folder, { recursive: true }) };
}

/** A running fixture with its end of the conversation. */
export interface Conversation {
  child: ChildProcessWithoutNullStreams;
  send: (...messages: (JsonObject | JsonObject[] | string | Buffer)[]) => void;
  /** The next line of its output. Throws when the output ends first. */
  next: () => Promise<string>;
  /** Closes its input; answers with how it ended and what it wrote to stderr. */
  end: () => Promise<{ code: number | null; stderr: string }>;
}

export function startProgram(program: Program, ...args: string[]): Conversation {
  const child = spawn(process.execPath, [program.path, ...args]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A program that is killed or that ends by itself closes the pipe under whoever still writes.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    send(...messages) {
      for (const message of messages) {
        const bytes = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message);
        child.stdin.write(Buffer.concat([Buffer.from(bytes), Buffer.from('\n')]));
      }
    },
    async next() {
      const { done, value } = await lines.next();
      if (done === true)
        throw new Error(`Expected a line, got the end of the output: ${Buffer.concat(stderr).toString()}`);
      return value;
    },
    async end() {
      child.stdin.end();
      const [code] = await closed;
      return { code, stderr: Buffer.concat(stderr).toString() };
    },
  };
}
