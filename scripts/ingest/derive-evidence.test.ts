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

  it('counts every check that proves a capability, whatever its record is about, and lists the runs of these alone', () => {
    const check = { id: 'contentArrives', outcome: 'met' } as const;
    const about = 'tools.result.structuredContent';
    const records = verifiedRecords(
      { verdict: met, scenario: 'tools.result.large' },
      { verdict: arrived('whole', check), scenario: 'tools.result.sc_empty', capability: about },
      {
        verdict: { ...notMet, checks: [{ id: 'structuredContentArrives', outcome: 'not met' }, check] },
        scenario: 'tools.result.summary_and_data',
        capability: about,
      },
      // A string is valid since 2026-07-28.
      {
        verdict: arrived('whole', { id: 'structuredContentArrives', outcome: 'met' }),
        scenario: 'tools.result.sc_string',
        capability: about,
      },
    );
    const found = deriveEvidence(records, [], [...TREE, about]);
    expect(found.map(({ capability, status }) => [capability, status])).toEqual([
      ['tools.result.content', 'full'],
      [about, 'unsupported'],
    ]);
    const names = found.map(({ runs }) => runs.map((run) => run.split('tools.result.')[1]));
    expect(names).toEqual([['large', 'sc_empty', 'summary_and_data'], ['summary_and_data']]);
  });

  it('says nothing of audience where the client hides the text of every result', () => {
    const audience = {
      verdict: arrived('whole', { id: 'keptFromTheModel', outcome: 'met' }),
      scenario: 'tools.result.audience_user',
      capability: 'tools.result.audience',
    };
    const base = (outcome: 'met' | 'not met'): Parameters<typeof verifiedRecords>[0] => ({
      verdict: arrived('whole', { id: 'contentArrives', outcome }),
      scenario: 'tools.result.summary_and_data',
      capability: 'tools.result.structuredContent',
    });
    const statuses = (outcome: 'met' | 'not met'): string[] =>
      deriveEvidence(verifiedRecords(audience, base(outcome)), [], TREE)
        .filter(({ capability }) => capability === 'tools.result.audience')
        .map(({ status }) => status);
    expect(statuses('met')).toEqual(['full']);
    expect(statuses('not met')).toEqual([]);
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
