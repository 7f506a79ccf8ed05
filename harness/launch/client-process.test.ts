import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { type ClientEnd, runClient } from './client-process.ts';

function run(script: string, options: { timeoutSeconds?: number; cancel?: AbortSignal } = {}): Promise<ClientEnd> {
  return runClient({
    command: [process.execPath, '-e', script],
    environment: { PATH: process.env['PATH'] ?? '' },
    cwd: tmpdir(),
    timeoutSeconds: options.timeoutSeconds ?? 60,
    cancel: options.cancel ?? new AbortController().signal,
  });
}

/** Whether a process lives; a zombie that nobody has reaped does not. */
function lives(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const WITH_CHILD = `const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  console.log(child.pid);`;

describe('a client process', () => {
  it('ends with its exit code and all its output', async () => {
    const end = await run('console.log("out"); console.error("err"); process.exitCode = 7');
    expect(end).toMatchObject({ kind: 'exited', exitCode: 7, output: 'out\nerr\n' });
  });

  it('gets no more of the environment than it is given', async () => {
    const end = await run('console.log(Object.keys(process.env).sort().join())');
    expect(end.output.trim()).toBe('PATH');
  });

  it('is stopped at the limit with all that it started', async () => {
    const end = await run(`${WITH_CHILD} setInterval(() => {}, 1000)`, { timeoutSeconds: 6 });
    expect(end).toMatchObject({ kind: 'timed out', detail: 'no end within 6 s' });
    await vi.waitFor(() => expect(lives(Number(end.output))).toBe(false), 10_000);
  });

  it.each(['ignore', 'inherit'])(
    'leaves nothing behind when it ends by itself, its child with stdio %s',
    async (stdio) => {
      const end = await run(`${WITH_CHILD.replace("'ignore'", `'${stdio}'`)} child.unref()`);
      expect(end.kind).toBe('exited');
      expect(Number(end.output)).toBeGreaterThan(1);
      await vi.waitFor(() => expect(lives(Number(end.output))).toBe(false), 10_000);
    },
  );

  it('is stopped when the invocation is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await run('setInterval(() => {}, 1000)', { cancel: controller.signal })).toMatchObject({
      signal: 'SIGKILL',
    });
  });

  it('says when there is no such program', async () => {
    const end = await runClient({
      command: ['/nowhere/client'],
      environment: {},
      cwd: tmpdir(),
      timeoutSeconds: 60,
      cancel: new AbortController().signal,
    });
    expect(end).toMatchObject({ kind: 'could not be started', exitCode: undefined });
    expect(end.detail).toContain('ENOENT');
  });
});
