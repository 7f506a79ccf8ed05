import { expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, sampleRecord } from '../../scripts/evidence/sample.ts';
import { changedLines } from './changes.ts';
import { entryOf } from './entry.ts';

const check = { id: 'contentArrives', outcome: 'met' } as const;
const verdict = arrived('[…] content only (1x, as text)', check);
const entry = (given: Partial<RunRecord>) => entryOf(sampleRecord({ verdict, ...given }));

it('says nothing of equal verdicts, wherever in the evidence they were seen', () => {
  const places = [{ line: 9, offset: 9, pointer: '/9' }];
  const elsewhere = { ...verdict, fields: verdict.fields.map((field) => ({ ...field, places })) };
  expect(changedLines(entry({}), entry({ verdict: elsewhere, clientVersion: '2.0.0' }))).toEqual([]);
});

it('says what differs in the language of diff, in one line', () => {
  const both = {
    ...verdict,
    fields: [...verdict.fields, { ...verdict.fields[0], field: 'structuredContent' }],
    order: ['content', 'structuredContent'],
    short: '[…] and {…} (content 1x, structuredContent 1x, as text)',
  } as typeof verdict;
  expect(changedLines(entry({ verdict: both }), entry({}))).toEqual(['structuredContent: reached the model → lost']);
});

it('shows a detail that the language of diff has no words for', () => {
  const more = { ...verdict, checks: [check, { id: 'another', outcome: 'met' as const }] };
  expect(changedLines(entry({}), entry({ verdict: more }))).toEqual([
    `checks: ${JSON.stringify([check])} → ${JSON.stringify(more.checks)}`,
  ]);
});
