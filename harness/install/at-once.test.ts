import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { driverOf, makePlace, onPath, type Place } from './testing/place.ts';

const FORM = { npm: { a: '1.0.0' } };
const PATIENT = { timeout: 60_000, interval: 20 };
const NAME = 'some-client@1.0.0';

// Another process needs our code as one file that Node reads.
let built: string;
let program: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'install-built-'));
  program = join(built, 'install.mjs');
  await build({
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import { installClient } from './install.ts';
        const [cache, driver] = process.argv.slice(2);
        const cancel = new AbortController();
        process.on('SIGINT', () => cancel.abort(new Error('interrupted')));
        const options = { driverFile: cache + '/driver.json', cache, say: console.log, cancel: cancel.signal };
        await installClient(JSON.parse(driver), options).catch((error) => { console.log(error.message); process.exitCode = 1; });`,
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
});
afterAll(() => rm(built, { recursive: true }));

interface Other {
  child: ChildProcess;
  said(): string;
  exited: Promise<unknown[]>;
}

/** Installs in a process of its own. */
function begin({ cache }: Place): Other {
  const child = spawn(process.execPath, [program, cache, JSON.stringify(driverOf(FORM))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => said, exited: once(child, 'close') };
}

/**
 * An npm that has a child, ignores SIGTERM as it does, and goes on for as long as there is a file `slow`. It notes that
 * it begins, and whether another one works in the same folder.
 */
async function slowNpm(place: Place): Promise<void> {
  await writeFile(join(place.folder, 'slow'), '');
  await onPath(
    place,
    'npm',
    `const fs = require('node:fs');
    const { spawn } = require('node:child_process');
    process.on('SIGTERM', () => {});
    const folder = ${JSON.stringify(place.folder)};
    const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const child = fs.existsSync(folder + '/slow') ? spawn(process.execPath, ['-e', stubborn], { stdio: 'ignore' }) : undefined;
    fs.writeFileSync('half-done', '');
    fs.appendFileSync(folder + '/npms', [process.pid, child?.pid ?? 0].join(' ') + '\\n');
    const timer = setInterval(() => {
      if (fs.existsSync(folder + '/slow')) return;
      child?.kill('SIGKILL');
      clearInterval(timer);
    }, 10);`,
  );
}

/** The process ids of each npm that has begun, and of its child. */
function npms({ folder }: Place): number[][] {
  const path = join(folder, 'npms');
  if (!existsSync(path)) return [];
  // The file is there before its first line is, and only a whole line counts.
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => line.split(' ').map(Number));
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
  } catch {
    return false;
  }
}

const begun = (place: Place, count: number) => vi.waitFor(() => expect(npms(place)).toHaveLength(count), PATIENT);
const ended = (pids: number[]) => vi.waitFor(() => expect(pids.filter(lives)).toEqual([]), PATIENT);
const fast = ({ folder }: Place) => rm(join(folder, 'slow'));

describe('an installation', () => {
  it('that another process works at is waited for and used', async () => {
    const place = await makePlace();
    await slowNpm(place);
    const first = begin(place);
    await begun(place, 1);
    const second = begin(place);
    await vi.waitFor(() => expect(second.said()).toContain('\n'), PATIENT);
    expect(second.said()).toBe(`waiting for process ${first.child.pid}, which installs some-client 1.0.0 too\n`);
    await fast(place);
    expect(await first.exited).toEqual([0, null]);
    expect(await second.exited).toEqual([0, null]);
    expect(second.said()).not.toContain('installing');
    expect(npms(place)).toHaveLength(1);
    expect(await readdir(place.cache)).toEqual([NAME]);
  });

  it('is made once by many that begin together, in several processes and in one', async () => {
    const place = await makePlace();
    await slowNpm(place);
    const others = [begin(place), begin(place), begin(place)];
    const ours = [place.install(FORM), place.install(FORM)];
    await begun(place, 1);
    await fast(place);
    for (const { exited } of others) expect(await exited).toEqual([0, null]);
    await Promise.all(ours);
    expect(npms(place)).toHaveLength(1);
    expect(await readdir(place.cache)).toEqual([NAME]);
  });

  it.each([
    ['interrupted', 'SIGINT', [1, null], /interrupted\n$/],
    ['killed', 'SIGKILL', [null, 'SIGKILL'], /^installing .*\n$/],
  ] as const)('that is %s ends npm and its children, and is made anew', async (_, signal, end, said) => {
    const place = await makePlace();
    await slowNpm(place);
    const first = begin(place);
    await begun(place, 1);
    const pids = npms(place).flat();
    expect(pids.filter(lives)).toEqual(pids);
    // It waits for the first, and takes over only when nothing of that writes any more.
    const second = begin(place);
    await vi.waitFor(() => expect(second.said()).toContain('waiting'), PATIENT);
    first.child.kill(signal);
    expect(await first.exited).toEqual(end);
    expect(first.said()).toMatch(said);
    await begun(place, 2);
    expect(pids.filter(lives)).toEqual([]);
    await fast(place);
    expect(await second.exited).toEqual([0, null]);
    expect(await readFile(join(place.cache, NAME, '.installed'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await readdir(place.cache)).toEqual([NAME]);
  });

  it('that is interrupted in this process throws what it was interrupted with, and leaves nothing', async () => {
    const place = await makePlace();
    await slowNpm(place);
    const cancel = new AbortController();
    const reason = new Error('Ctrl-C');
    const interrupted = begun(place, 1).then(() => cancel.abort(reason));
    await expect(place.install(FORM, { cancel: cancel.signal })).rejects.toBe(reason);
    await interrupted;
    await ended(npms(place).flat());
    expect(await readdir(place.cache)).toEqual([]);
  });

  it('that waits can be interrupted too, and leaves the other alone', async () => {
    const place = await makePlace();
    await slowNpm(place);
    const first = begin(place);
    await begun(place, 1);
    const cancel = new AbortController();
    const reason = new Error('Ctrl-C');
    const waits = vi.waitFor(() => expect(place.said).toHaveLength(1), PATIENT);
    const interrupted = waits.then(() => cancel.abort(reason));
    await expect(place.install(FORM, { cancel: cancel.signal })).rejects.toBe(reason);
    await interrupted;
    await fast(place);
    expect(await first.exited).toEqual([0, null]);
    expect(await readdir(place.cache)).toEqual([NAME]);
  });
});
