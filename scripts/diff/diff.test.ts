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
          '### `sample@1.0.0` → `sample@2.0.0`',
          '',
          '| Kind | What differs | Where |',
          '|---|---|---|',
          '| lost | `content: whole → in part (head), -8 tokens` | `large: default/stdio` |',
          '| only in A | `sample@1.0.0` | `large: complete/stdio` |',
          '',
          '1 of 2 verdicts equal',
          'only in `sample@1.0.0`: 1, only in `sample@2.0.0`: 0',
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
        changed: [],
        compared: 1,
        equal: 0,
        gained: [
          {
            over: [
              {
                a: part,
                b: whole,
                config: 'default',
                scenario: 'tools.result.large',
                server: 'both',
                transport: 'stdio',
              },
            ],
            text: 'content: in part (head) → whole',
            tokens: { least: 0, most: 0 },
          },
        ],
        lost: [],
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
        '| lost | `content: whole → in part (head)` | `both runs` |\n',
      );
      expect((await diff(root, 'sample@1.0.0', 'sample@2.0.0')).out.split('\n')).toEqual([
        '┌──────┬─────────────────────────────────┬───────────┐',
        '│ Kind │ What differs                    │ Where     │',
        '├──────┼─────────────────────────────────┼───────────┤',
        '│ lost │ content: whole → in part (head) │ both runs │',
        '└──────┴─────────────────────────────────┴───────────┘',
        '0 of 2 verdicts equal',
        'only in sample@1.0.0: 0, only in sample@2.0.0: 0',
        '',
      ]);
    });
  });

  it('sees a check that changed under an equal short form', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), withVerdict(whole, 'met'));
      await writeRun(join(root, 'runs'), withVerdict(whole, 'not met', { clientVersion: '2.0.0' }));
      const { code, out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0');
      expect(code).toBe(1);
      expect(out).toContain('content reaches the model whole: met → not met');
    });
  });

  it('shows what a client said harmlessly, whatever it is', async () => {
    await withFolder(async (root) => {
      const words = '"…" client error text, no fixture field: "<b>|\\u001b[31m\\n| x |"';
      await writeRun(join(root, 'runs'), withVerdict(whole, 'met'));
      await writeRun(
        join(root, 'runs'),
        withVerdict(words, 'not met', { clientVersion: '2.0.0', offeredAs: 'a\n| b' }),
      );
      const { out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0', 'md');
      expect(out).toContain(
        '| lost | `content: reached the model → lost; the model is told: "<b>\\|\\u001b[31m\\n\\| x \\|"` | `large: default/stdio` |',
      );
      const table = (await diff(root, 'sample@1.0.0', 'sample@2.0.0')).out;
      expect(table).not.toContain('\u001b');
      expect(table).toContain(String.raw`"<b>|\u001b[31m\n| x |"`);
    });
  });

  it('keeps to the columns of the terminal', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), withVerdict(whole, 'met'));
      const words = `"…" client error text, no fixture field: "${'so many words '.repeat(30)}"`;
      await writeRun(join(root, 'runs'), withVerdict(words, 'not met', { clientVersion: '2.0.0' }));
      const { out } = await diff(root, 'sample@1.0.0', 'sample@2.0.0');
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBe(120);
    });
  });

  it('names what it knows when a side is unknown', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord());
      expect(await diff(root, 'sample@1.0.0', 'sample@9.9.9')).toEqual({
        code: 2,
        out: '',
        err: `Expected <client>@<version>, published/<file>, git:<revision> or report:<file>, got "sample@9.9.9". Known: ${PUBLISHED}, sample@1.0.0.\n`,
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
        `Expected data/verified/sample.json to fit verified.schema.json: at "/" it must have required property 'evidence'.\n`,
      );
    });
  });
});
