import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientEnd, runClient } from './client-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Options {
  timeoutSeconds?: number;
  cancel?: AbortSignal;
  environment?: Record<string, string>;
  stdin?: string;
  terminal?: boolean;
  guard?: (group: number) => () => void;
}

function start(command: [string, ...string[]], { environment = {}, ...options }: Options = {}): Promise<ClientEnd> {
  return runClient({
    command,
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
    cwd: tmpdir(),
    folder,
    timeoutSeconds: 60,
    cancel: new AbortController().signal,
    ...options,
  });
}

function run(script: string, options: Options = {}): Promise<ClientEnd> {
  return start([process.execPath, '-e', script], options);
}

/** Whether a process lives; a zombie that nobody has reaped does not. */
function lives(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function withChild(options: string): string {
  return `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], ${options});
    console.log(child.pid);`;
}

const WITH_CHILD = withChild(`{ stdio: 'ignore' }`);

describe('a client process', () => {
  it('ends with its exit code and all its output', async () => {
    const end = await run('console.log("out"); console.error("err"); process.exitCode = 7');
    expect(end).toMatchObject({ kind: 'exited', exitCode: 7, output: 'out\nerr\n', stdout: 'out\n' });
  });

  it('gets no more of the environment than it is given', async () => {
    const end = await run('console.log(Object.keys(process.env).sort().join())');
    expect(end.output.trim()).toBe('PATH');
  });

  it('reads what it is given on its stdin, and nothing without that', async () => {
    const script = `let all = ''; process.stdin.on('data', (data) => (all += data)).on('end', () => console.log('[' + all + ']'))`;
    expect((await run(script, { stdin: 'yes\nno\n' })).stdout).toBe('[yes\nno\n]\n');
    expect((await run(script)).stdout).toBe('[]\n');
    // One that does not read is no trouble.
    expect(await run('', { stdin: 'x'.repeat(1_000_000) })).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  it('is given a terminal that it can read from, with its words and its exit code as they are', async () => {
    const script = `process.stdin.once('data', (data) => { console.log(process.stdout.isTTY, process.argv[1], String(data).trim()); process.exit(7); })`;
    const end = await start([process.execPath, '-e', script, `it's "a" word`], { stdin: 'yes\n', terminal: true });
    expect(end).toMatchObject({ kind: 'exited', exitCode: 7 });
    expect(end.stdout).toContain(`true it's "a" word yes`);
  });

  it('may write as much as it likes', async () => {
    const flood =
      "for (let i = 0; i < 12_000; i += 1) for (const to of ['log', 'error']) console[to]('x'.repeat(1023));";
    const end = await run(`${flood} console.log('the end')`);
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(end.output.length).toBeLessThan(2.2 * 1024 * 1024);
    expect(end.stdout).toMatch(/^x+\n[^]*… \d+ bytes are left out …[^]*x+\nthe end\n$/);
  });

  it('is stopped at the limit with all that it started', async () => {
    const end = await run(`${WITH_CHILD} setInterval(() => {}, 1000)`, { timeoutSeconds: 6 });
    expect(end).toMatchObject({ kind: 'timed out', detail: 'no end within 6 s' });
    await vi.waitFor(() => expect(lives(Number(end.output))).toBe(false), 10_000);
  });

  it.each([
    ['leaves nothing behind when it ends by itself', `{ stdio: 'ignore' }`],
    ['has ended when a child of its own still has its stdout', `{ stdio: 'inherit' }`],
  ])('%s', async (_what, options) => {
    const end = await run(`${withChild(options)} child.unref()`);
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(Number(end.output)).toBeGreaterThan(1);
    await vi.waitFor(() => expect(lives(Number(end.output))).toBe(false), 10_000);
  });

  it.runIf(existsSync('/proc'))('leaves nothing behind that left its group, by the name of its folder', async () => {
    const script = `${withChild(`{ stdio: 'inherit', detached: true }`)} child.unref()`;
    const end = await run(script, { environment: { HOME: join(folder, 'home') } });
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
    await vi.waitFor(() => expect(lives(Number(end.output))).toBe(false), 10_000);
  });

  it('has ended when somebody who cannot be found still has its stdout', async () => {
    const script = `${withChild(`{ stdio: 'inherit', detached: true, env: {} }`)} child.unref()`;
    const end = await run(script);
    process.kill(Number(end.output), 'SIGKILL');
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  it('is stopped when the invocation is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await run('setInterval(() => {}, 1000)', { cancel: controller.signal })).toMatchObject({
      signal: 'SIGKILL',
    });
  });

  it('is guarded for as long as it lives', async () => {
    const told: string[] = [];
    const guard = (group: number): (() => void) => {
      told.push(String(group));
      return () => told.push('released');
    };
    const end = await run('console.log(process.pid)', { guard });
    expect(told).toEqual([end.output.trim(), 'released']);
  });

  it.each([
    ['there is no such program', ['/nowhere/client'], /ENOENT/],
    ['the program has no name', [''], /cannot be empty/],
    ['an argument cannot be passed on', [process.execPath, 'a\0b'], /null bytes/],
  ])('says when %s', async (_what, command, detail) => {
    const end = await start(command as [string]);
    expect(end).toMatchObject({ kind: 'could not be started', exitCode: undefined });
    expect(end.detail).toMatch(detail);
  });
});
