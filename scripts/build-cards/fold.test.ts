import { describe, expect, it } from 'vitest';
import type { FieldsVerdict } from '../../data/types/record.ts';
import { arrived } from '../evidence/sample.ts';
import { verifiedRecords } from '../evidence/sample-overlay.ts';
import { foldVerdicts } from './fold.ts';

const whole = arrived('[…] content only (1x, as text)', { id: 'a', outcome: 'met' });
const told = (said: string): FieldsVerdict => ({
  ...whole,
  fields: [],
  said,
  short: '"…" client error text, no fixture field: "<wrapper"',
});

function configs(verdicts: FieldsVerdict[]): string[][] {
  const records = verifiedRecords(...verdicts.map((verdict, index) => ({ verdict, config: `c${index}` })));
  return foldVerdicts(records).map((fold) => fold.records.map(({ config }) => config));
}

describe('foldVerdicts', () => {
  it('makes one row of equal verdicts, wherever in the traffic they were seen', () => {
    const elsewhere = structuredClone(whole);
    for (const field of elsewhere.fields) for (const place of field.places) place.offset += 7;
    expect(configs([whole, elsewhere, whole])).toEqual([['c0', 'c1', 'c2']]);
    expect(foldVerdicts(verifiedRecords({ verdict: whole }))).toMatchObject([{ all: true }]);
  });

  it('keeps a differing verdict apart', () => {
    const twice = { ...whole, short: '[…] content only (2x, as text)' };
    expect(configs([whole, twice, whole])).toEqual([['c0', 'c2'], ['c1']]);
    const folds = foldVerdicts(verifiedRecords({ verdict: whole }, { verdict: twice, config: 'z' }));
    expect(folds.map(({ all }) => all)).toEqual([false, false]);
  });

  it("keeps apart what differs in the client's words or in a check only", () => {
    expect(configs([told('one'), told('other'), told('one')])).toEqual([['c0', 'c2'], ['c1']]);
    expect(configs([whole, { ...whole, checks: [{ id: 'a', outcome: 'not met' }] }])).toEqual([['c0'], ['c1']]);
  });
});
