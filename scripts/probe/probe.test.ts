import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The built bin as a user runs it: options, messages, exit codes, and what is left on disk.
const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const bin = join(root, 'dist/mcp-client-probe.js');
let out: string;

beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'probe-out-'));
});
afterEach(() => rm(out, { recursive: true }));

function probe({ cwd }: { cwd: string }, ...args: string[]) {
  return execa(process.execPath, [bin, 'probe', '--out', out, ...args], { cwd, reject: false, all: true });
}

/** Interrupts a probe as soon as it has finished a run, and waits for its end. */
async function interruptOnceFinished(running: ReturnType<typeof probe>): Promise<void> {
  const folder = join(out, '_journal');
  const journal = async (): Promise<string> => readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8');
  await vi.waitFor(async () => expect(await journal()).toContain('\n'), 60_000);
  running.kill('SIGINT');
  expect((await running).exitCode).toBe(130);
  expect((await running).stderr).toContain('Interrupted.');
}

async function mutant(name: string): Promise<string> {
  const form = await readFile(join(root, 'harness/mutants/driver.json'), 'utf8');
  const path = join(out, 'driver.json');
  await writeFile(path, form.replaceAll('MUTANT', name));
  return path;
}

describe('mcp-client-probe probe', () => {
  it('gives the committed evidence again, byte for byte', async () => {
    const { exitCode, stdout } = await probe({ cwd: root }, '--config', 'default', '--scenario', 'summary_and_data');
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

  it('answers with 1 when a verdict differs from the baseline of the folder it is run in, also after --resume', async () => {
    const arguments_ = ['--driver', await mutant('honest'), '--scenario', 'tools.result.s*', '--jobs', '1'];
    expect((await probe({ cwd: out }, ...arguments_)).exitCode).toBe(0);
    const verb = (name: string) => execa(process.execPath, [bin, name, '--runs', out], { cwd: out, reject: false });
    expect((await verb('ingest')).exitCode).toBe(0);
    await writeFile(
      join(out, 'driver.json'),
      (await readFile(join(out, 'driver.json'), 'utf8')).replace('honest.mjs', 'content-only.mjs'),
    );
    const second = probe({ cwd: out }, ...arguments_);
    await interruptOnceFinished(second);
    const resumed = await probe({ cwd: out }, ...arguments_, '--resume');
    expect(resumed.stdout).toContain('DIFFERS, was: {…} structuredContent only (1x, as text)');
    expect(resumed.stdout).toMatch(/\n7 records, 0 inconclusive, [1-9] differ from the baseline/);
    expect(resumed.exitCode).toBe(1);
  });

  it('answers with 3 when a run could not be judged, and keeps its traffic apart', async () => {
    const { exitCode, stdout } = await probe(
      { cwd: root },
      '--driver',
      await mutant('never-called'),
      '--scenario',
      'mirror',
    );
    expect(stdout).toContain('INCONCLUSIVE call-not-on-wire');
    expect(exitCode).toBe(3);
    const [node] = process.version.match(/v\d+/) ?? [];
    expect(
      existsSync(join(out, `_inconclusive/mutant@${node}/default/both-stdio/tools.result.mirror/model.jsonl`)),
    ).toBe(true);
  });

  it('answers with 130 when it is interrupted, and goes on after what was finished', async () => {
    const arguments_ = ['--config', 'tool-search-off', '--jobs', '1', '--scenario', 'tools.result.sc_*'];
    await interruptOnceFinished(probe({ cwd: root }, ...arguments_));
    const second = await probe({ cwd: root }, ...arguments_, '--resume');
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain('\n3 records, 0 inconclusive');
    expect(second.stdout).toMatch(/\n[123] runs were finished before and not repeated/);
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it.each([
    [['--client', 'nobody'], /Expected a driver file at .*data\/drivers\/nobody\.json, found none\./],
    [['--config', 'other'], /Expected --config to be a config of hermes-ts, got "other"\. Known: default, legacy, /],
    [['--scenario', 'nothing'], /Expected --scenario to be a scenario or a pattern with \*, got "nothing"\. Known: /],
    [['--transport', 'pigeon'], /argument 'pigeon' is invalid\. Allowed choices are stdio, http\./],
    [['--jobs', 'many'], /option '--jobs <n>' argument 'many' is invalid\. Expected a whole number from 1 to 1000\./],
    [['--timeout', '9999999'], /argument '9999999' is invalid\. Expected a number from 0\.1 to 86400\./],
    [['--config', 'toString'], /Expected --config to be a config of hermes-ts, got "toString"\./],
    [['--unheard-of'], /unknown option '--unheard-of'/],
  ])('answers with 2 to %j and says what was expected', async (args, message) => {
    const { exitCode, stderr } = await probe({ cwd: root }, ...args);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
