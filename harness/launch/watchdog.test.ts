import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// An invocation that is killed cannot clean up, so that it has to be killed for real: a process of its own that starts
// the watchdog over a folder, has a client in it, and says the client's id.
let bundle: string;

beforeAll(async () => {
  bundle = join(mkdtempSync(join(tmpdir(), 'watchdog-')), 'invocation.cjs');
  const contents = `
    import { spawn } from 'node:child_process';
    import { startWatchdog } from './watchdog.ts';
    const [folder, how] = process.argv.slice(2);
    const watchdog = startWatchdog(folder);
    const detached = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true, env: {} });
    const release = watchdog.guard(detached.pid);
    const strayed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true, env: { HOME: folder + '/home' } });
    if (how === 'released') release();
    if (how === 'ended') watchdog.end();
    process.stdout.write(detached.pid + ' ' + strayed.pid);
  `;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(join(bundle, '..'), { recursive: true }));

async function invoke(how: string): Promise<{ folder: string; child: ChildProcess; clients: number[] }> {
  // A name that a shell would take apart.
  const folder = join(mkdtempSync(join(tmpdir(), 'watched-')), `it's "a" $HOME *`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), '');
  const child = spawn(process.execPath, [bundle, folder, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { folder, child, clients: chunk.toString().split(' ').map(Number) };
}

function lives(pid = 0): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function kill(pids: number[]): void {
  for (const pid of pids) if (lives(pid)) process.kill(pid, 'SIGKILL');
}

it('ends the clients and removes the folder of an invocation that was killed', async () => {
  const { folder, child, clients } = await invoke('killed');
  expect(clients.map(lives)).toEqual([true, true]);
  child.kill('SIGKILL');
  // Whoever left its group can be found where there is a /proc.
  const left = [false, !existsSync('/proc'), false];
  await vi.waitFor(() => expect([...clients.map(lives), existsSync(folder)]).toEqual(left), 20_000);
  kill(clients);
  rmSync(join(folder, '..'), { recursive: true });
});

it('leaves a group alone that was released', async () => {
  const { folder, child, clients } = await invoke('released');
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 20_000);
  expect(lives(clients[0])).toBe(true);
  kill(clients);
  rmSync(join(folder, '..'), { recursive: true });
});

it('does nothing after an end', async () => {
  const { folder, child, clients } = await invoke('ended');
  child.kill('SIGKILL');
  // Its command line names the folder: once nobody has it, whatever it was going to do is done.
  await vi.waitFor(() => expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(folder), 20_000);
  expect([clients.map(lives), existsSync(folder)]).toEqual([[true, true], true]);
  kill(clients);
  rmSync(join(folder, '..'), { recursive: true });
});
