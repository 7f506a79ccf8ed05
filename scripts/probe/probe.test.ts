import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa, execaSync } from 'execa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';

// The built bin as a user runs it: options, messages, exit codes, and what is left on disk.
const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const bin = join(root, 'dist/mcp-client-probe.js');
let out: string;
/** Where the probe makes its temporary folders. */
let temporary: string;

beforeEach(async () => {
  [out, temporary] = (await Promise.all(['probe-out-', 'probe-tmp-'].map((name) => mkdtemp(join(tmpdir(), name))))) as [
    string,
    string,
  ];
});
afterEach(async () => {
  await Promise.all([out, temporary].map((folder) => rm(folder, { recursive: true })));
});

function probeIn(cwd: string, ...args: string[]) {
  return execa(process.execPath, [bin, 'probe', '--out', out, ...args], {
    cwd,
    reject: false,
    env: { TMPDIR: temporary },
    stripFinalNewline: false,
  });
}

function probe(...args: string[]) {
  return probeIn(root, ...args);
}

/** Waits until a run of the probe that is running has been finished. */
async function finishedOne(): Promise<void> {
  const journal = join(out, '_journal');
  await vi.waitFor(async () => {
    const names = (await readdir(journal)).filter((name) => name.endsWith('.txt'));
    const texts = await Promise.all(names.map((name) => readFile(join(journal, name), 'utf8')));
    expect(texts.join('')).toContain('\n');
  }, 60_000);
}

/** A driver whose client, in the last of the runs of `tools.result.sc_*`, waits until there is a file `gate`. */
async function gated(): Promise<string> {
  const script = join(out, 'gated.mjs');
  await writeFile(
    script,
    `import { existsSync, readFileSync } from 'node:fs';
     import { setTimeout } from 'node:timers/promises';
     import { run } from ${JSON.stringify(join(root, 'harness/mutants/client.mjs'))};
     const [, plan] = JSON.parse(readFileSync(process.argv[2], 'utf8')).server.args;
     const last = readFileSync(plan.replace('--plan=', ''), 'utf8').includes('probe_sc_string');
     while (last && !existsSync(${JSON.stringify(join(out, 'gate'))})) await setTimeout(20);
     await run();`,
  );
  const path = await mutant('honest');
  const driver = JSON.parse(await readFile(path, 'utf8')) as Driver;
  driver.command = ['{{node}}', script, '{{home}}/config.json'];
  await writeFile(path, JSON.stringify(driver));
  return path;
}

function openGate(): Promise<void> {
  return writeFile(join(out, 'gate'), '');
}

/** A client's own repository: it has a driver, and will have a registry. */
async function registry(driver: string): Promise<string> {
  const own = join(out, 'own');
  await mkdir(own);
  await rename(driver, join(own, 'driver.json'));
  return own;
}

/** The command lines of processes that have `name` in it. */
function processesOf(name: string): string[] {
  const { stdout } = execaSync('ps', ['-eo', 'args', 'ww']);
  return stdout.split('\n').filter((line) => line.includes(name));
}

async function mutant(name: string): Promise<string> {
  const form = await readFile(join(root, 'harness/mutants/driver.json'), 'utf8');
  const path = join(out, 'driver.json');
  await writeFile(path, form.replaceAll('MUTANT', name));
  return path;
}

describe('mcp-client-probe probe', () => {
  it('gives the committed evidence again, byte for byte', async () => {
    const { exitCode, stdout } = await probe('--config', 'default', '--scenario', 'summary_and_data');
    expect(stdout).toContain('2 records, 0 inconclusive, 0 differ from the baseline');
    expect(exitCode).toBe(0);
    for (const transport of ['http', 'stdio']) {
      for (const file of ['wire.jsonl', 'model.jsonl', 'record.json']) {
        const path = `hermes-ts@${version}/default/both-${transport}/tools.result.summary_and_data/${file}`;
        expect(await readFile(join(out, path), 'utf8')).toBe(await readFile(join(root, 'runs', path), 'utf8'));
      }
    }
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it('answers with 3 when a run could not be judged, and keeps its traffic apart', async () => {
    const { exitCode, stdout } = await probe('--driver', await mutant('never-called'), '--scenario', 'mirror');
    expect(stdout).toContain('INCONCLUSIVE call-not-on-wire');
    expect(exitCode).toBe(3);
    const [node] = process.version.match(/v\d+/) ?? [];
    expect(
      existsSync(join(out, `_inconclusive/mutant@${node}/default/both-stdio/tools.result.mirror/model.jsonl`)),
    ).toBe(true);
  });

  const few = ['--jobs', '1', '--scenario', 'tools.result.sc_*'];

  it('answers with 130 when it is interrupted, and goes on after what was finished', async () => {
    const args = [...few, '--driver', await gated()];
    const first = probe(...args);
    await finishedOne();
    first.kill('SIGINT');
    expect((await first).exitCode).toBe(130);
    expect((await first).stderr).toContain('Interrupted.');
    expect(await readdir(temporary)).toEqual([]);
    await openGate();
    const second = await probe(...args, '--resume');
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain('3 records, 0 inconclusive, 0 differ from the baseline\n');
    expect(second.stdout).toMatch(/\n[12] runs were finished before and not repeated/);
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it('leaves no process and no folder behind when it is killed, and goes on after it', async () => {
    const args = [...few, '--driver', await gated()];
    const first = probe(...args);
    await finishedOne();
    const folders = await readdir(temporary);
    expect(folders).toEqual([expect.stringMatching(/^mcp-client-probe-/)]);
    first.kill('SIGKILL');
    await first;
    await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]), 20_000);
    // Every client and every fixture has the name of the folder in its command line.
    await vi.waitFor(() => expect(processesOf(folders[0] ?? '')).toEqual([]), 20_000);
    await openGate();
    const second = await probe(...args, '--resume');
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toMatch(/\n[12] runs were finished before and not repeated/);
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it('counts the verdicts of before the interruption for its answer', async () => {
    const own = await registry(await gated());
    const args = [...few, '--driver', join(own, 'driver.json')];
    await openGate();
    expect((await probeIn(own, ...args)).exitCode).toBe(0);
    await rm(join(out, 'gate'));
    await execa(process.execPath, [bin, 'ingest', '--runs', out], { cwd: own });
    const overlay = join(own, 'data/verified/mutant.json');
    // The first run differs from what the baseline says; it is finished before the interruption.
    await writeFile(overlay, (await readFile(overlay, 'utf8')).replace('[…] content only', '[…] nothing but content'));
    const first = probeIn(own, ...args);
    await finishedOne();
    first.kill('SIGTERM');
    expect((await first).exitCode).toBe(130);
    await openGate();
    const second = await probeIn(own, ...args, '--resume');
    expect(second.stdout).toMatch(/\n[12] runs were finished before and not repeated/);
    expect(second.stdout).toContain('1 differ from the baseline');
    expect(second.exitCode).toBe(1);
  });

  it('keeps two from writing the same runs at once, and others from nothing', async () => {
    const driver = await gated();
    const first = probe(...few, '--driver', driver);
    await finishedOne();
    const [same, other] = await Promise.all([
      probe(...few, '--driver', driver),
      probe('--config', 'legacy', '--scenario', 'mirror'),
    ]);
    expect(same.exitCode).toBe(2);
    expect(same.stderr).toMatch(/^Error: Expected to be alone with the runs of mutant@v\d+ in /);
    await openGate();
    expect([other.exitCode, (await first).exitCode]).toEqual([0, 0]);
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it.each([
    [
      'that leads elsewhere',
      `console.log('../../elsewhere')`,
      /without blanks and slashes, got "\.\.\/\.\.\/elsewhere"\.\n$/,
    ],
    ['of two words', `console.log('1 2')`, /got "1 2"\.\n$/],
    ['of nothing', '', /got ""\.\n$/],
    ['from a command that fails', 'process.exit(4)', /got exit code 4\.\n$/],
  ])('answers with 2 to a version %s', async (_what, script, message) => {
    const path = await mutant('honest');
    const driver = JSON.parse(await readFile(path, 'utf8')) as Driver;
    driver.version = { command: ['{{node}}', '-e', script], pattern: '.*' };
    await writeFile(path, JSON.stringify(driver));
    const { exitCode, stderr } = await probe('--driver', path, '--scenario', 'mirror');
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
    expect(await readdir(out)).toEqual(['driver.json']);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('stops asking for a version when it is interrupted', async () => {
    const path = await mutant('honest');
    const driver = JSON.parse(await readFile(path, 'utf8')) as Driver;
    const asked = join(out, 'asked');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(asked)}, ''); setInterval(() => {}, 1000)`;
    driver.version = { command: ['{{node}}', '-e', script], pattern: '.*' };
    await writeFile(path, JSON.stringify(driver));
    const run = probe('--driver', path);
    await vi.waitFor(() => expect(existsSync(asked)).toBe(true), 60_000);
    run.kill('SIGINT');
    expect((await run).exitCode).toBe(130);
  });

  it('shows the words of a client, and lets them do nothing', async () => {
    const path = await mutant('honest');
    const driver = JSON.parse(await readFile(path, 'utf8')) as Driver;
    driver.command = ['{{node}}', '-e', String.raw`console.error('\x1b]0;title\x07\x1b[2J'); process.exit(9)`];
    await writeFile(path, JSON.stringify(driver));
    const { exitCode, stdout } = await probe('--driver', path, '--scenario', 'mirror');
    expect(stdout).toContain('crashed');
    expect(stdout).toContain(String.raw`\u001b]0;title`);
    expect(stdout).not.toContain('\u001b');
    expect(exitCode).toBe(3);
  });

  it('gives the answer also when nobody reads what it says', async () => {
    const run = probe('--config', 'constructor');
    run.stdout.destroy();
    run.stderr.destroy();
    expect((await run).exitCode).toBe(2);
    const held = execa(process.execPath, [bin, 'rejudge'], { cwd: root, reject: false });
    held.stdout.destroy();
    expect((await held).exitCode).toBe(0);
  });

  it.each([
    [['--client', 'nobody'], /Expected a driver file at .*data\/drivers\/nobody\.json, found none\./],
    [['--config', 'other'], /Expected --config to be a config of hermes-ts, got "other"\. Known: default, legacy, /],
    [['--scenario', 'nothing'], /Expected --scenario to be a scenario or a pattern with \*, got "nothing"\. Known: /],
    [['--transport', 'pigeon'], /argument 'pigeon' is invalid\. Allowed choices are stdio, http\./],
    [['--jobs', 'many'], /option '--jobs <n>' argument 'many' is invalid\. Expected a whole number from 1 to 1000\./],
    [['--jobs', '0.5'], /argument '0\.5' is invalid\. Expected a whole number from 1 to 1000\./],
    [['--jobs', '1e9'], /argument '1e9' is invalid\. Expected a whole number/],
    [['--timeout', '0'], /argument '0' is invalid\. Expected a number from 0\.1 to 86400\./],
    // A timer of so many milliseconds would fire at once.
    [['--timeout', '2147484'], /argument '2147484' is invalid\. Expected a number from 0\.1 to 86400\./],
    [['--scenario', ''], /Expected --scenario to be a scenario or a pattern with \*, got ""\. Known: /],
    [['--config', 'constructor'], /Expected --config to be a config of hermes-ts, got "constructor"\./],
    [['--out', '/dev/null'], /^Error: Expected to keep a journal in \/dev\/null\/_journal: ENOTDIR/],
    [['--unheard-of'], /unknown option '--unheard-of'/],
  ])('answers with 2 to %j and says what was expected', async (args, message) => {
    const { exitCode, stderr } = await probe(...args);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
