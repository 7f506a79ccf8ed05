import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { diff } from './index.ts';

const before = sampleRecord({ verdict: both('met') });
const after = sampleRecord({ clientVersion: '2.0.0', offeredAs: null });
const lost = [expect.objectContaining({ text: 'structuredContent: reached the model → lost' })] as unknown;

function both(outcome: 'met' | 'not met'): RunRecord['verdict'] {
  const short = '[…] and {…} (content 1x, structuredContent 1x, as text)';
  const verdict = arrived(short, { id: 'contentArrives', outcome });
  const fields = verdict.fields.flatMap((seen) => [seen, { ...seen, field: 'structuredContent' as const }]);
  return { ...verdict, fields, order: ['content', 'structuredContent'] };
}

function expectRefusal(a: Parameters<typeof diff>[0], b: Parameters<typeof diff>[1], code: string): Promise<void> {
  return expect(diff(a, b)).rejects.toMatchObject({ name: 'CommandError', code });
}

describe('diff', () => {
  it('compares records, one or many', async () => {
    expect(await diff(before, [after])).toMatchObject({ a: 'sample@1.0.0', b: 'sample@2.0.0', equal: 0, lost });
    expect(await diff([before], before)).toMatchObject({ equal: 1, lost: [], changed: [], gained: [] });
  });

  it('compares records with a version of the folder of runs', () =>
    withFolder(async (root) => {
      await mkdir(join(root, 'kept'));
      await writeRun(join(root, 'kept'), before);
      expect(await diff('sample@1.0.0', after, { root, runs: 'kept' })).toMatchObject({ a: 'sample@1.0.0', lost });
    }));

  it('throws what was asked wrongly', async () => {
    await expectRefusal([before, after], before, 'usage');
    await expectRefusal('sample@0.0.0', before, 'usage');
    await expectRefusal([], before, 'input');
    await expectRefusal(before, sampleRecord({ scenario: 'tools.result.mirror' }), 'input');
  });
});
