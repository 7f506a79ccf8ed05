import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test-servers/client.ts';
import { runs, until, watchdogsOf } from '../../test-servers/processes.ts';
import { watchOver } from './watchdog.ts';

/** The leader of a process group that lives until it is killed. */
function startGroup(): number {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) throw new Error('sleep did not start');
  onTestFinished(() => void child.kill('SIGKILL'));
  return pid;
}

/** A process that watches over groups, the first of which it then lets go. */
async function startClient(groups: number[]): Promise<ReturnType<typeof spawn>> {
  const outfile = join(temporaryFolder(), 'client.cjs');
  const contents = `
    import { watchOver } from './watchdog.ts';
    const [first] = process.argv.slice(2).map((group) => watchOver(Number(group), console.error));
    void first.release().then(() => console.log('ready'));
    setInterval(() => {}, 1000);`;
  const stdin = { contents, resolveDir: import.meta.dirname };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  const child = spawn(process.execPath, [outfile, ...groups.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const noLog = () => undefined;

describe.runIf(existsSync('/proc'))('the watchdog of a client', () => {
  it('is one for all servers, kills those that are left, and none that was let go', async () => {
    const [released, ...left] = [startGroup(), startGroup(), startGroup()];
    const client = await startClient([released, ...left]);
    expect([watchdogsOf(released).length, ...left.flatMap((group) => watchdogsOf(group))]).toEqual([1]);
    client.kill('SIGKILL');
    await until(() => !left.some(runs) && watchdogsOf(released).length === 0);
    expect(runs(released)).toBe(true);
  });

  it('is gone with the last server, and there again for the next', async () => {
    const groups = [startGroup(), startGroup()] as const;
    const [first, second] = groups.map((group) => watchOver(group, noLog));
    await first?.release();
    expect(watchdogsOf(groups[0])).toHaveLength(1);
    await Promise.all([second?.release(), second?.release()]);
    expect(watchdogsOf(groups[0])).toEqual([]);
    const third = watchOver(groups[1], noLog);
    await until(() => watchdogsOf(groups[1]).length === 1);
    await third.release();
    expect([...groups.flatMap((group) => watchdogsOf(group)), ...groups.map(runs)]).toEqual([true, true]);
  });

  it('is replaced when it was killed, for all servers that there are', async () => {
    const groups = [startGroup(), startGroup()] as const;
    const first = watchOver(groups[0], noLog);
    await until(() => watchdogsOf(groups[0]).length === 1);
    const [shell = 0] = watchdogsOf(groups[0]);
    process.kill(shell, 'SIGKILL');
    await until(() => !existsSync(`/proc/${shell}`));
    const second = watchOver(groups[1], noLog);
    // Its arguments name the first server and the second.
    await until(() => watchdogsOf(...groups).length === 1);
    await Promise.all([first.release(), second.release()]);
    expect(groups.map(runs)).toEqual([true, true]);
  });
});
