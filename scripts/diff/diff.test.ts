import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, recorder, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { runIngest } from '../ingest/ingest.ts';
import { type DiffOptions, runDiff } from './diff.ts';

const PUBLISHED = 'published/hermes-agent@0.23.0+689.ga9ff979';

async function diff(
  root: string,
  a: string,
  b: string,
  format?: DiffOptions['format'],
): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runDiff({
    root,
    a,
    b,
    ...(format === undefined ? {} : { format }),
    stdout: streams.stdout,
    stderr: streams.stderr,
  });
  return { code, out: streams.out, err: streams.err };
}

function withVerdict(short: string, outcome: 'met' | 'not met', given: Partial<RunRecord> = {}): RunRecord {
  return sampleRecord({ verdict: arrived(short, { id: 'contentArrives', outcome }), ...given });
}

const whole = '[…] content only (1x, as text)';
const part = '[…] content in part (head, as text)';

describe('diff', () => {
  it('finds a published list equal to itself', async () => {
    await withFolder(async (root) => {
      expect(await diff(root, PUBLISHED, PUBLISHED)).toEqual({
        code: 0,
        out: `85 of 85 verdicts equal\nonly in ${PUBLISHED}: 0, only in ${PUBLISHED}: 0\n`,
        err: '',
      });
    });
  });

  it('says in words what a version lost, from runs and from overlays alike', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      await writeRun(runs, withVerdict(whole, 'met'));
      await writeRun(
        runs,
        withVerdict(part, 'not met', { clientVersion: '2.0.0', cost: { characters: 8, tokens: 2 } }),
      );
      await writeRun(runs, sampleRecord({ config: 'legacy' }));
      await writeRun(runs, sampleRecord({ config: 'legacy', clientVersion: '2.0.0' }));
      await writeRun(runs, sampleRecord({ config: 'complete' }));
      const fromRuns = await diff(root, 'sample@1.0.0', 'sample@2.0.0', 'md');
      expect(fromRuns).toEqual({
        code: 1,
        out: [
          '### sample@1.0.0 → sample@2.0.0',
          '',
          '| Scenario | Runs | Kind | What differs |',
          '|---|---|---|---|',
          '| large | default/stdio | lost | content: whole → in part (head)<br>check contentArrives: met → not met<br>tokens: 10 → 2 |',
          '',
          '1 of 2 verdicts equal',
          'only in sample@1.0.0: 1, only in sample@2.0.0: 0',
          '',
        ].join('\n'),
        err: '',
      });
      const streams = recorder();
      expect(await runIngest({ root, date: '2026-11-30', stdout: streams.stdout, stderr: streams.stderr })).toBe(0);
      expect(await diff(root, 'sample@1.0.0', 'sample@2.0.0', 'md')).toEqual(fromRuns);
      expect((await diff(root, 'sample@1.0.0', 'sample@2.0.0')).out).toContain('content: whole → in part (head)');
    });
  });

  it('writes JSON with every difference', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), withVerdict(part, 'not met'));
      await writeRun(join(root, 'runs'), withVerdict(whole, 'met', { clientVersion: '2.0.0' }));
      const { code, out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0', 'json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({
        a: 'sample@1.0.0',
        b: 'sample@2.0.0',
        compared: 1,
        differences: [
          {
            a: part,
            b: whole,
            changes: ['content: in part (head) → whole', 'check contentArrives: not met → met'],
            kind: 'gained',
            place: { config: 'default', scenario: 'tools.result.large', server: 'both', transport: 'stdio' },
          },
        ],
        equal: 0,
        onlyInA: [],
        onlyInB: [],
      });
    });
  });

  it('gives one row to runs that differ in the same way', async () => {
    await withFolder(async (root) => {
      for (const config of ['default', 'legacy']) {
        await writeRun(join(root, 'runs'), withVerdict(whole, 'met', { config }));
        await writeRun(join(root, 'runs'), withVerdict(part, 'not met', { config, clientVersion: '2.0.0' }));
      }
      expect((await diff(root, 'sample@1.0.0', 'sample@2.0.0', 'md')).out).toContain(
        '| large | default/stdio<br>legacy/stdio | lost | ',
      );
      const { out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0');
      expect(out.split('\n').map((line) => line.length)).toEqual(expect.arrayContaining([120]));
      expect(out).toContain('0 of 2 verdicts equal\n');
      expect(out).toMatch(/│ large {4}│ default\/stdio │ lost │ content: whole → in part \(head\) +│/);
    });
  });

  it('sees a check that changed under an equal short form', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), withVerdict(whole, 'met'));
      await writeRun(join(root, 'runs'), withVerdict(whole, 'not met', { clientVersion: '2.0.0' }));
      const { code, out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0');
      expect(code).toBe(1);
      expect(out).toContain('check contentArrives: met → not met');
    });
  });

  it('names what it knows when a side is unknown', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord());
      expect(await diff(root, 'sample@1.0.0', 'sample@9.9.9')).toEqual({
        code: 2,
        out: '',
        err: `Expected <client>@<version> or published/<file>, got "sample@9.9.9". Known: ${PUBLISHED}, sample@1.0.0.\n`,
      });
      expect((await diff(root, 'published/../clients', 'sample@1.0.0')).code).toBe(2);
    });
  });

  it('does not call two sides equal that have nothing in common', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord({ scenario: 'other' }));
      expect(await diff(root, 'sample@1.0.0', PUBLISHED)).toMatchObject({
        code: 2,
        err: `Expected sample@1.0.0 and ${PUBLISHED} to have runs in common, they have none.\n`,
      });
    });
  });

  it('names a malformed overlay', async () => {
    await withFolder(async (root) => {
      await mkdir(join(root, 'data', 'verified'), { recursive: true });
      await writeFile(join(root, 'data', 'verified', 'sample.json'), '{"client":"sample"}');
      expect((await diff(root, 'sample@1.0.0', PUBLISHED)).err).toBe(
        `Expected data/verified/sample.json to fit verified.schema.json: at "/" it must have required property 'records'.\n`,
      );
    });
  });
});
