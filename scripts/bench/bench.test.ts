import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BenchOptions, runBench } from './bench.ts';
import type { Case } from './figure.ts';
import type { Limit } from './limits.ts';
import { measureProgram } from './programs.ts';
import type { Report } from './report.ts';

let folder: string;
let said: { stdout: string; stderr: string };
let closed: boolean;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'));
  said = { stdout: '', stderr: '' };
  closed = false;
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const program = (name: string, source: string): Case => ({
  name,
  title: name,
  measure: () => measureProgram(['-e', source], { cwd: folder, folder, cancel: never, guard: () => () => undefined }),
});
/** So many CPU seconds, however long they take on the clock. */
const burn = (seconds: number): string =>
  `const used = () => process.cpuUsage(); while (used().user + used().system < ${seconds * 1e6});`;
const slow = () => [program('floor', '0'), program('slow', burn(0.5))];

async function bench(cases: Case[], limits: Limit[], options: Partial<BenchOptions> = {}): Promise<number> {
  const close = async () => void (closed = true);
  return runBench(
    {
      rounds: 2,
      out: join(folder, 'deep', 'bench.json'),
      assert: true,
      cancel: never,
      known: { open: async () => ({ cases, close }), limits },
      ...options,
    },
    {
      stdout: (text) => void (said.stdout += text),
      stderr: (text) => void (said.stderr += text),
    },
  );
}

async function report(): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'deep', 'bench.json'), 'utf8')) as Report;
}

describe('bench', () => {
  it('answers with 1 when something is slower than its limit', async () => {
    expect(await bench(slow(), [{ name: 'slow', of: 'floor', most: 1.5 }])).toBe(1);
    expect(said.stdout).toMatch(/slow .* 1\.50 × floor: BROKEN/);
    expect((await report()).cases[1]).toMatchObject({
      name: 'slow',
      limits: [{ of: 'floor', most: 1.5, broken: true }],
    });
    expect(closed).toBe(true);
  });

  it('answers with 0 when the limit holds, and when nobody asked for the limits', async () => {
    expect(await bench(slow(), [{ name: 'slow', of: 'floor', most: 10_000 }])).toBe(0);
    expect(said.stdout).toContain('10000.00 × floor: reached');
    expect(await bench(slow(), [{ name: 'slow', of: 'floor', most: 1.5 }], { assert: false })).toBe(0);
    expect(said.stdout).toContain('BROKEN');
  });

  it('counts what the children of a program have used', async () => {
    const parent = program(
      'parent',
      `const { status } = require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(0.5))}]);
       process.exitCode = status;`,
    );
    await bench([program('floor', '0'), parent], []);
    const [, { cpu } = { cpu: undefined }] = (await report()).cases as { cpu?: { min: number } }[];
    expect(cpu?.min).toBeGreaterThanOrEqual(0.5);
  });

  it('has no figure of a program that failed, and answers with 3', async () => {
    const cases = [...slow(), program('broken', `console.error('Error: no way'); process.exit(7)`)];
    expect(await bench(cases, [{ name: 'slow', of: 'floor', most: 1.5 }])).toBe(3);
    expect(said.stdout).toContain('broken failed: exit code 7: Error: no way\n');
    expect((await report()).cases[2]).toEqual({
      name: 'broken',
      title: 'broken',
      failed: 'exit code 7: Error: no way',
    });
    expect((await report()).cases[1]).toHaveProperty('cpu');
  });

  it('measures what was named and what it is held against', async () => {
    const names = ['floor', 'base', 'first', 'second'];
    const limits = [{ name: 'first', of: 'base', most: 1000 }];
    expect(
      await bench(
        names.map((name) => program(name, '0')),
        limits,
        { only: ['first'], rounds: 1 },
      ),
    ).toBe(0);
    expect((await report()).cases.map(({ name }) => name)).toEqual(['floor', 'base', 'first']);
    expect(said.stderr).toBe('warm-up: floor base first\nround 1 of 1: floor base first\n');
  });

  it('answers with 130 when it is interrupted, and stops what it was measuring', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const endless: Case = {
      name: 'endless',
      title: 'endless',
      measure: () =>
        measureProgram(['-e', 'setInterval(() => {}, 1000)'], {
          cwd: folder,
          folder,
          cancel: signal,
          guard: () => {
            controller.abort();
            return () => undefined;
          },
        }),
    };
    expect(await bench([endless], [], { cancel: signal })).toBe(130);
    expect(said.stdout).toBe('');
    expect(closed).toBe(true);
  });
});
