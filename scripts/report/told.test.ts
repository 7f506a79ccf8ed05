import { expect, it } from 'vitest';
import { inconclusive, judged, result, run } from '../../harness/report/testing/sample-report.ts';
import { shorten, tell } from './told.ts';

it('tells runs of a scenario together of which the same is to be told', () => {
  const http = run('mirror', { transport: 'http' });
  const stateless = run('mirror', { server: 'stateless' });
  const hung = run('mirror', { config: 'legacy' });
  const told = tell([
    result(run('mirror')),
    result(http),
    result(stateless, { outcome: judged(stateless, 'payload twice (as text)') }),
    result(hung, { outcome: inconclusive(hung, 'hung', 'no request') }),
  ]);
  expect(told.map(({ scenario, runs, verdict }) => [scenario, runs, verdict])).toEqual([
    ['mirror', ['default/stdio', 'default/http'], 'payload once (as text)'],
    ['mirror', ['default/stateless-stdio'], 'payload twice (as text)'],
    ['mirror', ['legacy/stdio'], 'INCONCLUSIVE hung: no request'],
  ]);
});

it('tells what was lost first', () => {
  const told = tell([
    result(run('a'), { changes: ['content: 1x → 2x'] }),
    result(run('b'), { changes: ['content: 1x → 2x', 'structuredContent: reached the model → lost, -11 tokens'] }),
    result(run('c'), { changes: ['content: as text → as base64'] }),
  ]);
  expect(told.map(({ scenario }) => scenario)).toEqual(['b', 'a', 'c']);
});

it('tells what a second run alone came to', () => {
  const of = run('mirror');
  const again = judged(of, 'payload twice (as text)');
  const [told] = tell([result(of, { again })]);
  expect(told?.again[0]).toBe('UNSTEADY, alone: payload twice (as text)');
  expect(tell([result(of, { again: judged(of, 'payload once (as text)') })])[0]?.again).toEqual(['alone: the same']);
});

it('shortens a text, and halves no character', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
  expect(shorten('abcdefg', 6)).toBe('abcde…');
  expect(shorten('abcd😀fg', 6)).toBe('abcd…');
});
