import { expect, it } from 'vitest';
import type { Capability } from '../../data/types/capabilities.ts';
import { type Evidence, rowsAt } from '../registry/evidence.ts';
import { flattened } from './flattened.ts';

const tree = ['tools', 'tools.result', 'tools.listChanged', 'roots', 'apps.visibility'].map(
  (id): Capability => ({
    id,
    kind: id === 'apps.visibility' ? 'evidence' : 'capability',
    meaning: `What ${id} means.`,
    measured: null,
    specification: {},
    title: id,
  }),
);
const read: Evidence = {
  capability: 'tools',
  clientVersion: '1',
  date: '2026-11-09',
  inherited: false,
  note: null,
  revisions: ['2025-11-25'],
  source: { kind: 'reading', commit: '9dcf7714aa' },
  status: 'full',
  tier: 'read',
};
const probed: Evidence = {
  ...read,
  date: '2026-11-30',
  source: { kind: 'runs', runs: ['runs/a@1/b/c/d', 'runs/e'] },
  tier: 'probed',
};

function say(evidence: Evidence[], notes: Record<string, string> = {}, listed = true): string[] {
  return flattened(tree, rowsAt(evidence, '1'), {
    notes,
    readings: [],
    probed: '1',
    listed: new Set(listed ? ['tools'] : []),
  });
}

it('says the words of the entry and of the evidence that decides, and each source with its day', () => {
  expect(
    say(
      [
        { ...read, note: 'Dropped.' },
        { ...probed, note: 'Not met.' },
      ],
      { tools: 'Only `default`.' },
    ),
  ).toEqual([
    '<a id="evidence-tools"></a>**tools** — Only `default`. Not met. (probed 2026-11-30, [2 runs](#verdicts-tools); read 2026-11-09, at `9dcf7714`)',
  ]);
});

it('says what the capability means where nothing is left out, and that it rests on the parent', () => {
  expect(say([{ ...read, capability: 'tools.result', inherited: true }])).toEqual([
    '<a id="evidence-tools-result"></a>**tools.result** — What tools.result means. The evidence is that of `tools`. (read 2026-11-09, at `9dcf7714`)',
  ]);
});

it('leads to a run where the card does not list its verdicts', () => {
  expect(say([{ ...probed, note: 'Not met.' }], {}, false)[0]).toContain(
    '(probed 2026-11-30, [`b/c/d`](../runs/a@1/b/c/d/) and 1 more run)',
  );
});

it('says the status of what is no row of the table', () => {
  expect(say([{ ...read, capability: 'apps.visibility', note: 'Shown.', status: 'unsupported' }])).toEqual([
    '<a id="evidence-apps-visibility"></a>**apps.visibility** ○ unsupported — Shown. (read 2026-11-09, at `9dcf7714`)',
  ]);
});

it('gives capabilities of which the same is to be said one paragraph', () => {
  const declared = ['roots', 'tools'].map((capability) => ({ ...read, capability, note: 'Declares nothing.' }));
  expect(say(declared)).toEqual([
    '<a id="evidence-tools"></a>**tools**, <a id="evidence-roots"></a>**roots** — Declares nothing. (read 2026-11-09, at `9dcf7714`)',
  ]);
});
