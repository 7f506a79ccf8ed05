import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { runKey } from '../../harness/plan/run.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { recorder, withFolder, writeRun } from '../evidence/sample.ts';
import { runRejudge } from './rejudge.ts';
import { calibrate, rejudgeRun } from './rejudge-run.ts';
import { sampleTalk } from './sample-talk.ts';

const run = { client: 'sample', version: '1.0.0', config: 'default', server: 'both', transport: 'stdio' } as const;
const CELL = 'sample@1.0.0/default/both-stdio';

/** The client of these tests shows its model the JSON of the content's texts. */
function told(scenario: Scenario, index: number): string {
  const { tool } = scenario.script[index] ?? { tool: '' };
  const answer = scenario.serve.pages.flat().find(({ definition }) => definition.name === tool)?.answer;
  return JSON.stringify(answer !== undefined && 'result' in answer ? (answer.result['content'] ?? null) : null);
}

const talkOf = (scenario: Scenario) => sampleTalk(scenario, (index) => told(scenario, index));

/** Keeps a calibration run and a judged run of every result scenario; answers with the records. */
async function keepRuns(runs: string): Promise<RunRecord[]> {
  const calibrated = talkOf(calibration);
  const folder = join(runs, runKey({ ...run, scenario: calibration.id }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'wire.jsonl'), calibrated.wire);
  await writeFile(join(folder, 'model.jsonl'), calibrated.model);
  const envelope = calibrate(calibration, calibrated);
  const records: RunRecord[] = [];
  for (const scenario of resultScenarios) {
    const lines = talkOf(scenario);
    const record = rejudgeRun({ ...run, scenario: scenario.id }, scenario, lines, { envelope, fixtureVersion: '1' });
    if ('kind' in record)
      throw new TypeError(`Expected ${scenario.id} to be judged, got ${record.reason}: ${record.detail}`);
    await writeRun(runs, record, lines);
    records.push(record);
  }
  return records;
}

async function rejudge(root: string): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runRejudge({ root, stdout: streams.stdout, stderr: streams.stderr });
  return { code, out: streams.out, err: streams.err };
}

async function keepReading(root: string, scenario: string, saw: string): Promise<void> {
  const readings = [{ date: '2026-11-30', note: 'The text alone.', run: `${CELL}/${scenario}`, saw }];
  await mkdir(join(root, 'data'), { recursive: true });
  await writeFile(join(root, 'data', 'reviewed.json'), JSON.stringify({ readings }));
}

describe('rejudge', () => {
  it('comes to what people saw, or says what they did', async () => {
    await withFolder(async (root) => {
      await keepRuns(join(root, 'runs'));
      await keepReading(root, 'tools.result.summary_and_data', '[…] content only (1x, as text)');
      expect(await rejudge(root)).toEqual({ code: 0, out: '17 records hold\n', err: '' });
      await keepReading(root, 'tools.result.summary_and_data', '[…] content only (2x, as text)');
      expect(await rejudge(root)).toEqual({
        code: 1,
        out: `${CELL}/tools.result.summary_and_data/record.json\n  people saw "[…] content only (2x, as text)" → "[…] content only (1x, as text)"\n16 of 17 records hold\n`,
        err: '',
      });
      await keepReading(root, 'tools.result.gone', 'payload once (as text)');
      expect(await rejudge(root)).toMatchObject({
        code: 2,
        err: `Expected the run ${CELL}/tools.result.gone of data/reviewed.json, found none.\n`,
      });
    });
  });

  it('gives every record again from its bytes', async () => {
    await withFolder(async (root) => {
      const records = await keepRuns(join(root, 'runs'));
      expect(records.find(({ scenario }) => scenario === 'tools.result.summary_and_data')?.verdict.short).toBe(
        '[…] content only (1x, as text)',
      );
      expect(await rejudge(root)).toEqual({ code: 0, out: '17 records hold\n', err: '' });
    });
  });

  it('names what no longer holds, and leaves the rest alone', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      const [record] = (await keepRuns(runs)).filter(({ scenario }) => scenario === 'tools.result.mirror');
      if (record === undefined) throw new TypeError('Expected a record of tools.result.mirror.');
      const forged = { ...record, verdict: { ...record.verdict, short: 'payload twice (as text)' } };
      await writeFile(join(runs, CELL, 'tools.result.mirror', 'record.json'), canonicalJson(forged));
      expect(await rejudge(root)).toEqual({
        code: 1,
        out: [
          `${CELL}/tools.result.mirror/record.json`,
          '  /verdict/short: "payload twice (as text)" → "payload once (as text)"',
          '16 of 17 records hold',
          '',
        ].join('\n'),
        err: '',
      });
    });
  });

  it('sees evidence that was changed after it was judged', async () => {
    await withFolder(async (root) => {
      await keepRuns(join(root, 'runs'));
      const model = join(root, 'runs', CELL, 'tools.result.mirror', 'model.jsonl');
      const lines = await readFile(model, 'utf8');
      await writeFile(model, lines.replaceAll(/pay~head~[0-9a-z]{4}~[0-9a-z]{2}/g, 'gone'));
      const { code, out } = await rejudge(root);
      expect(code).toBe(1);
      expect(out).toContain('/verdict/short: "payload once (as text)" → ');
    });
  });

  it('says why a run can no longer be judged', async () => {
    await withFolder(async (root) => {
      await keepRuns(join(root, 'runs'));
      await writeFile(join(root, 'runs', CELL, 'tools.result.mirror', 'model.jsonl'), '');
      const { code, out } = await rejudge(root);
      expect(code).toBe(1);
      expect(out).toContain('/verdict: "payload once (as text)" → inconclusive (no-model-request: ');
    });
  });

  it('does not hold bytes for a record that are not the canonical ones', async () => {
    await withFolder(async (root) => {
      await keepRuns(join(root, 'runs'));
      await appendFile(join(root, 'runs', CELL, 'tools.result.mirror', 'record.json'), '\n');
      const { code, out } = await rejudge(root);
      expect(code).toBe(1);
      expect(out).toContain('the same values in other bytes');
    });
  });

  it('keeps the version of the fixture, which the bytes do not tell', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      for (const record of await keepRuns(runs))
        await writeFile(
          join(runs, CELL, record.scenario, 'record.json'),
          canonicalJson({ ...record, fixtureVersion: '0' }),
        );
      expect((await rejudge(root)).code).toBe(0);
    });
  });

  it('names a missing file and a corrupt line, once each', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs', CELL);
      await keepRuns(join(root, 'runs'));
      await rm(join(runs, 'tools.result.mirror', 'wire.jsonl'));
      await appendFile(join(runs, 'tools.result.large', 'model.jsonl'), '{"seq":');
      const { code, out, err } = await rejudge(root);
      expect(code).toBe(2);
      expect(out).toBe('15 of 17 records hold\n');
      expect(err.split('\n')).toEqual([
        `${CELL}/tools.result.large: Expected line 3 of model.jsonl to end in a newline, got the end of the file.`,
        `Expected ${CELL}/tools.result.mirror/wire.jsonl, found no such file.`,
        '',
      ]);
    });
  });

  it('names a missing calibration run once', async () => {
    await withFolder(async (root) => {
      await keepRuns(join(root, 'runs'));
      await rm(join(root, 'runs', CELL, 'calibration'), { recursive: true });
      expect(await rejudge(root)).toEqual({
        code: 2,
        out: '0 of 17 records hold\n',
        err: `Expected ${CELL}/calibration/wire.jsonl, found no such file.\n`,
      });
    });
  });

  it('says when there is nothing to judge', async () => {
    await withFolder(async (root) => {
      expect(await rejudge(root)).toEqual({ code: 2, out: '', err: 'Expected runs below runs/, found none.\n' });
    });
  });
});
