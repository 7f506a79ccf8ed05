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

it('tells runs together that differ in nothing but the cost, with its range', () => {
  const lost = (tokens: string) => ({ changes: [`structuredContent: reached the model → lost${tokens}`, 'a: b → c'] });
  const runs = ['a', 'b', 'c'].map((config) => run('mirror', { config }));
  const [x, y, z] = runs.map((of, at) => result(of, lost(['', ', -1,840 tokens', ', -1 token'][at] ?? '')));
  expect(tell([x, y, z].map((each) => each ?? result(run('mirror'))))).toEqual([
    {
      scenario: 'mirror',
      runs: ['a/stdio', 'b/stdio', 'c/stdio'],
      verdict: 'payload once (as text)',
      changes: ['structuredContent: reached the model → lost, -1,840 to 0 tokens', 'a: b → c'],
      again: [],
    },
  ]);
  const cost = (tokens: string) => result(run('mirror'), { changes: [tokens] });
  expect(tell([cost('+12 tokens'), cost('+9 tokens')])[0]?.changes).toEqual(['+9 to +12 tokens']);
});

it('tells what was lost first', () => {
  const told = tell([
    result(run('a'), { changes: ['content: 1x → 2x'] }),
    result(run('b'), { changes: ['content: 1x → 2x', 'structuredContent: reached the model → lost, -11 tokens'] }),
    result(run('c'), { changes: ['content: as text → as base64'] }),
    result(run('d'), { changes: ['content: whole → in part (head), -4 tokens'] }),
    result(run('e'), { changes: ['error text: now hidden; the model is told: "no", -4 tokens'] }),
    result(run('f'), { changes: ['payload: reached the model → quoted in a client error; the model is told: "no"'] }),
  ]);
  expect(told.map(({ scenario }) => scenario)).toEqual(['b', 'd', 'e', 'f', 'a', 'c']);
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
