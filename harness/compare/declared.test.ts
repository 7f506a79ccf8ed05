import { expect, it } from 'vitest';
import { declaredChanges, type KnownStatus } from './declared.ts';

type Given = [tier: KnownStatus['tier'], status: KnownStatus['status'], ...revisions: string[]];

const known = (capability: string, ...given: Given[]): KnownStatus[] =>
  given.map(([tier, status, ...revisions]) => ({
    capability,
    tier,
    status,
    revisions: revisions.length === 0 ? ['2025-11-25'] : revisions,
  }));

const told = (a: KnownStatus[], b: KnownStatus[]): string[] =>
  declaredChanges(a, b).map(({ kind, text }) => `${kind}: ${text}`);

it('says that a client no longer does what it declares', () => {
  const url = (probed: KnownStatus['status']): KnownStatus[] =>
    known('elicitation.url', ['declared', 'full'], ['probed', probed]);
  expect(told(url('partial'), url('unsupported'))).toEqual(['lost: declares elicitation.url, no longer answers it']);
  expect(told(url('unsupported'), url('full'))).toEqual(['gained: declares elicitation.url, answers it now']);
  expect(told(url('full'), url('partial'))).toEqual([]);
});

it('says what is declared no more, once, whatever the client does', () => {
  const before = known('roots', ['declared', 'full'], ['probed', 'full']);
  expect(told(before, known('roots', ['declared', 'unsupported'], ['probed', 'unsupported']))).toEqual([
    'lost: no longer declares roots',
  ]);
});

it('says what is declared now', () => {
  expect(told(known('sampling', ['declared', 'unsupported']), known('sampling', ['declared', 'full']))).toEqual([
    'gained: declares sampling now',
  ]);
});

it('names the revisions where the others stay as they were', () => {
  const all = known('sampling', ['declared', 'full', '2025-11-25', '2026-07-28']);
  const one = known('sampling', ['declared', 'full', '2025-11-25'], ['declared', 'unsupported', '2026-07-28']);
  expect(told(all, one)).toEqual(['lost: no longer declares sampling at 2026-07-28']);
  expect(told(one, all)).toEqual(['gained: declares sampling at 2026-07-28 now']);
});

it('says nothing of what one side has no evidence of', () => {
  const declared = known('roots', ['declared', 'full'], ['probed', 'full']);
  expect(told(declared, [])).toEqual([]);
  expect(told([], declared)).toEqual([]);
  expect(told(known('roots', ['probed', 'full']), known('roots', ['probed', 'unsupported']))).toEqual([]);
  expect(told(declared, known('roots', ['declared', 'full']))).toEqual([]);
});
