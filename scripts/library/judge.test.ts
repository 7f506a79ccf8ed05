import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../evidence/sample.ts';
import { judge, readRecord, type StoredTalk } from './index.ts';

const runs = join(import.meta.dirname, '../../runs');
const CELL = 'hermes-ts@0.1.0/default/both-stdio';
const RUN = `${CELL}/tools.result.summary_and_data`;
const folder = join(runs, RUN);
const calibration = join(runs, CELL, 'calibration');

async function trafficOf(path: string): Promise<{ wire: string; model: string }> {
  const [wire, model] = await Promise.all(
    ['wire.jsonl', 'model.jsonl'].map((name) => readFile(join(path, name), 'utf8')),
  );
  return { wire: wire ?? '', model: model ?? '' };
}

async function talk(): Promise<StoredTalk> {
  const [traffic, shown] = await Promise.all([trafficOf(folder), trafficOf(calibration)]);
  return { scenario: 'tools.result.summary_and_data', ...traffic, calibration: shown };
}

/** Does `use` with a copy of the committed run and its calibration run. */
function withCopy(use: (copy: string) => Promise<void>): Promise<void> {
  return withFolder(async (base) => {
    await cp(join(runs, CELL, 'calibration'), join(base, CELL, 'calibration'), { recursive: true });
    await cp(folder, join(base, RUN), { recursive: true });
    await use(join(base, RUN));
  });
}

describe('judge', () => {
  it('gives the record of a committed run again', async () => {
    expect(await judge(folder)).toEqual({ kind: 'judged', record: await readRecord(folder) });
  });

  it('judges what the bytes say, whatever the record says', () =>
    withCopy(async (copy) => {
      const model = await readFile(join(copy, 'model.jsonl'), 'utf8');
      expect(model).toContain('str~');
      await writeFile(join(copy, 'model.jsonl'), model.replaceAll('str~', 'xxx~'));
      const judged = await judge(copy);
      expect(judged).toMatchObject({ record: { verdict: { short: '[…] content only (1x, as text)' } } });
    }));

  it('judges traffic that was kept elsewhere', async () => {
    const { verdict, protocolVersion } = await readRecord(folder);
    expect(await judge(await talk())).toMatchObject({ kind: 'judged', verdict, protocolVersion });
  });

  it('says why traffic gives no verdict', async () => {
    const { calibration: other } = await talk();
    const judged = await judge({ ...(await talk()), ...other });
    expect(judged).toMatchObject({ kind: 'inconclusive', reason: 'tool-not-called' });
  });

  it('throws of one class what cannot be read', async () => {
    const given = await talk();
    const [unknown, half] = [
      { ...given, scenario: 'tools.result.nothing' },
      { ...given, wire: given.wire.slice(0, -1) },
    ];
    await expect(judge(unknown)).rejects.toMatchObject({ name: 'CommandError', code: 'usage' });
    await expect(judge(half)).rejects.toMatchObject({ name: 'EvidenceError', code: 'half-written' });
    await expect(judge(calibration)).rejects.toMatchObject({ name: 'CommandError', code: 'input' });
    await withCopy(async (copy) => {
      await rm(join(copy, '../calibration/model.jsonl'));
      await expect(judge(copy)).rejects.toMatchObject({
        code: 'missing',
        message: `Expected ${CELL}/calibration/model.jsonl, found no such file.`,
      });
    });
  });
});
