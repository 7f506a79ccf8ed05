import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  outcome: Promise<Outcome>;
}

/** Starts the built client as a process of its own, with nothing in its environment but `environment` and PATH. */
export function startClient(file: string, args: string[], environment: Record<string, string>, stdin = ''): Started {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [file, ...args], { env: { PATH, ...environment }, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => undefined).end(stdin);
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, outcome };
}

/** Makes a home with this configuration. */
export function makeHome(home: string, config: object): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.yaml'), stringify(config));
}
