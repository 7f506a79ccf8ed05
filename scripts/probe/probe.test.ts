import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

function probe(...args: string[]) {
  return execa(process.execPath, [bin, 'probe', '--out', out, ...args], { cwd: root, reject: false, all: true });
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

  it('answers with 130 when it is interrupted, and goes on after what was finished', async () => {
    const arguments_ = ['--config', 'tool-search-off', '--jobs', '1', '--scenario', 'tools.result.sc_*'];
    const first = probe(...arguments_);
    const journal = join(out, '_journal/probe.jsonl');
    // The header is the first line; the second says that a run is finished.
    await vi.waitFor(
      async () => expect((await readFile(journal, 'utf8')).split('\n').length).toBeGreaterThan(2),
      60_000,
    );
    first.kill('SIGINT');
    expect((await first).exitCode).toBe(130);
    expect((await first).stderr).toContain('Interrupted.');
    const second = await probe(...arguments_, '--resume');
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toMatch(/\n[12] runs were finished before and not repeated/);
    expect(existsSync(join(out, '_journal'))).toBe(false);
  });

  it.each([
    [['--client', 'nobody'], /Expected a driver file at .*data\/drivers\/nobody\.json, found none\./],
    [['--config', 'other'], /Expected --config to be a config of hermes-ts, got "other"\. Known: default, legacy, /],
    [['--scenario', 'nothing'], /Expected --scenario to be a scenario or a pattern with \*, got "nothing"\. Known: /],
    [['--transport', 'pigeon'], /argument 'pigeon' is invalid\. Allowed choices are stdio, http\./],
    [['--jobs', 'many'], /option '--jobs <n>' argument 'many' is invalid\. Expected a number above 0\./],
    [['--unheard-of'], /unknown option '--unheard-of'/],
  ])('answers with 2 to %j and says what was expected', async (args, message) => {
    const { exitCode, stderr } = await probe(...args);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
