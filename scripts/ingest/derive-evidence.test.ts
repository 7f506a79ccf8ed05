import { describe, expect, it } from 'vitest';
import { arrived } from '../evidence/sample.ts';
import { verifiedRecords } from '../evidence/sample-overlay.ts';
import { deriveEvidence } from './derive-evidence.ts';

const met = arrived('whole', { id: 'a', outcome: 'met' });
const notMet = arrived('part', { id: 'a', outcome: 'not met' });
const TREE = ['tools.result.content', 'sampling', 'roots'];

describe('deriveEvidence', () => {
  it('makes one probed status of the default runs of a capability and version, with their folders', () => {
    const records = verifiedRecords(
      { verdict: met },
      { verdict: notMet, scenario: 'other', protocolVersion: '2026-07-28' },
      { verdict: notMet, config: 'legacy', protocolVersion: '2024-11-05' },
    );
    expect(deriveEvidence(records, [], TREE)).toEqual([
      {
        capability: 'tools.result.content',
        clientVersion: '1.0.0',
        date: '2026-11-30',
        note: expect.stringContaining('Not met') as string,
        revisions: ['2025-11-25', '2026-07-28'],
        runs: ['runs/sample@1.0.0/default/both-stdio/other', 'runs/sample@1.0.0/default/both-stdio/tools.result.large'],
        status: 'partial',
        tier: 'probed',
      },
    ]);
  });

  it('says nothing where the default config was not run', () => {
    expect(deriveEvidence(verifiedRecords({ verdict: met, config: 'legacy' }), [], TREE)).toEqual([]);
  });

  it('keeps versions apart, the older first', () => {
    const records = verifiedRecords(
      { verdict: met, clientVersion: '1.10.0' },
      { verdict: notMet, clientVersion: '1.9.0' },
    );
    expect(deriveEvidence(records, [], TREE).map(({ clientVersion, status }) => [clientVersion, status])).toEqual([
      ['1.9.0', 'unsupported'],
      ['1.10.0', 'full'],
    ]);
  });

  it('joins declarations that say the same and parts those that do not', () => {
    const records = verifiedRecords({ verdict: met });
    const declared = [
      {
        clientVersion: '1.0.0',
        path: 'runs/a',
        declarations: [
          { revision: '2025-11-25', capabilities: { sampling: {}, roots: {} } },
          { revision: '2026-07-28', capabilities: { sampling: {} } },
        ],
      },
      {
        clientVersion: '1.0.0',
        path: 'runs/b',
        declarations: [{ revision: '2025-11-25', capabilities: { sampling: {} } }],
      },
    ];
    const evidence = deriveEvidence(records, declared, TREE).filter(({ tier }) => tier === 'declared');
    expect(
      evidence
        .filter(({ capability }) => TREE.includes(capability))
        .map(({ capability, status, revisions, runs }) => [capability, status, revisions.join(), runs.join()]),
    ).toEqual([
      ['sampling', 'full', '2025-11-25,2026-07-28', 'runs/a,runs/b'],
      ['roots', 'full', '2025-11-25', 'runs/a'],
      ['roots', 'unsupported', '2025-11-25,2026-07-28', 'runs/a,runs/b'],
    ]);
    expect(evidence[0]).toMatchObject({ date: '2026-11-30', note: 'The client declares {"sampling":{},"roots":{}}.' });
  });
});
