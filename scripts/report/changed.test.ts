import { expect, it } from 'vitest';
import { entryOf } from '../../harness/baseline/entry.ts';
import type { RunResult } from '../../harness/report/results.ts';
import { inconclusive, judged, result, run } from '../../harness/report/testing/sample-report.ts';
import { changedIn, changedText } from './changed.ts';

const BOTH = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const CONTENT = '[…] content only (1x, as text)';
const LOST = 'structuredContent: reached the model → lost';

/** A run that the baseline expects to give `before`, at a cost that is `more` than the 10 tokens of now. */
function held(
  scenario: string,
  before: string,
  after: string,
  { more = 0, status = 'changed' }: { more?: number; status?: RunResult['status'] } = {},
): RunResult {
  const of = run(scenario);
  const was = judged(of, before);
  if (was.kind !== 'judged') throw new TypeError('Expected a record');
  const entry = entryOf(was.record);
  const expected = { ...entry, cost: { ...entry.cost, tokens: entry.cost.tokens + more } };
  return result(of, { outcome: judged(of, after), expected, status, changes: [] });
}

it('tells what is the same in many runs once, with the range of what it costs', () => {
  const results = [
    held('a', BOTH, CONTENT, { more: 40 }),
    held('b', BOTH, CONTENT, { more: 16 }),
    held('c', CONTENT, '[…] content only (2x, as text)'),
    held('d', CONTENT, CONTENT, { status: 'expected' }),
  ];
  expect(changedText({ results })).toBe(
    [
      'Changed since the baseline:',
      `  ${LOST}, -40 to -16 tokens (over a, b: default/stdio)`,
      '  content: 1x → 2x (over c: default/stdio)',
      '',
    ].join('\n'),
  );
  expect(changedText({ results: results.slice(0, 2) })).toContain('(over both runs)');
});

it('tells nothing where nothing changed or each run has its own change, and nothing of what decides nothing', () => {
  expect(changedText({ results: [held('a', BOTH, CONTENT), held('b', CONTENT, BOTH)] })).toBe('');
  expect(changedText({ results: [held('a', BOTH, BOTH, { status: 'expected' })] })).toBe('');
  const of = run('mirror');
  const others = [
    held('a', BOTH, CONTENT, { status: 'flaky' }),
    result(of, { outcome: inconclusive(of, 'hung', ''), status: 'inconclusive' }),
    result(of, { status: 'new' }),
  ];
  expect(changedIn({ results: others })).toEqual([]);
});

it('tells details for which there are no words', () => {
  const detail = 'kind: "a" → "b"';
  const results = ['a', 'b'].map((name) => ({ ...held(name, BOTH, BOTH), changes: [detail] }));
  expect(changedIn({ results: [...results, held('c', BOTH, CONTENT)] })).toEqual([
    { text: LOST, where: 'c: default/stdio' },
    { text: detail, where: 'a, b: default/stdio' },
  ]);
});
