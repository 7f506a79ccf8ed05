import { describe, expect, it } from 'vitest';
import type { PublishedVerdicts } from '../../data/types/published.ts';
import { arrived } from '../evidence/sample.ts';
import { verifiedRecords } from '../evidence/sample-overlay.ts';
import { aroundResults } from './around-results.ts';
import { adviceOf } from './server-authors.ts';

const MIRROR = 'tools.result.mirror';
const once = 'payload once (as text)';
const twice = 'payload twice (as text)';
const verdict = (short: string) => arrived(short, { id: 'a', outcome: 'met' });

function published(...verdicts: string[]): PublishedVerdicts {
  return {
    client: 'sample',
    clientVersion: '2.0.0',
    source: { date: '2026-11-13', publisher: 'somebody', title: 'A card', url: 'https://example.com/' },
    records: verdicts.map((each, index) => ({
      capability: 'tools.result.structuredContent',
      config: index === 0 ? 'default' : `c${index}`,
      protocolVersion: '2025-11-25',
      recordPath: 'x',
      scenario: MIRROR,
      server: 'both',
      transport: 'stdio',
      verdict: each,
    })),
  };
}

describe('adviceOf', () => {
  const sends = 'The text says in JSON what structuredContent holds, as servers do for older clients.';
  const seen = { scenario: MIRROR, verdict: verdict(once) };

  it('is one sentence where all runs agree', () => {
    const records = verifiedRecords(seen, { ...seen, config: 'legacy' });
    expect(adviceOf(records, [])).toEqual([{ sends, sees: 'The model sees what both fields say once, as text.' }]);
  });

  it('says in which runs it is otherwise', () => {
    const records = verifiedRecords(seen, { ...seen, config: 'legacy', verdict: verdict(twice) });
    expect(adviceOf(records, [])[0]?.sees).toBe(
      'In default/stdio the model sees what both fields say once, as text; in legacy/stdio the model sees what both fields say twice, as text.',
    );
  });

  it('adds what was published, only where that says otherwise', () => {
    const records = verifiedRecords(seen);
    expect(adviceOf(records, [published(once)])[0]?.sees).not.toContain('published');
    expect(adviceOf(records, [published(twice)])[0]?.sees).toBe(
      'The model sees what both fields say once, as text. (In `2.0.0`, as somebody published it: the model sees what both fields say twice, as text.)',
    );
  });

  it('takes what was published where we have run nothing', () => {
    expect(adviceOf([], [published(once, twice)])).toEqual([
      { sends, sees: expect.stringMatching(/^In default\/stdio the model .+; in c1\/stdio the model .+\.$/) },
    ]);
    expect(adviceOf([], [])).toEqual([]);
  });

  it('has no sentence for a behaviour', () => {
    const checks = [{ id: 'a', level: 'must' as const, outcome: 'met' as const, places: [] }];
    const behaviour = { kind: 'behaviour' as const, checks, short: 'full: 1 of 1 checks', status: 'full' as const };
    expect(adviceOf(verifiedRecords({ scenario: 'tools', verdict: behaviour }), [])).toEqual([]);
  });
});

describe('aroundResults', () => {
  const wrapper = { characters: 40, digest: `sha256:${'1'.repeat(64)}`, start: '<result | "' };

  it('tells the name of a tool and what stands around a result', () => {
    expect(aroundResults(verifiedRecords({ offeredAs: 'mcp__probe__probe_large', wrapper }))).toEqual([
      'The model calls the tool `probe_large` of a server `probe` as `mcp__probe__probe_large`.',
      'Around every result the client puts 40 characters, which begin with `<result \\| "`.',
    ]);
    expect(aroundResults(verifiedRecords({}))).toEqual([
      'The model calls the tool `probe_large` of a server `probe` as `probe_large`.',
      'The client puts nothing around a result.',
    ]);
  });

  it('tells the runs apart where they differ', () => {
    expect(aroundResults(verifiedRecords({ wrapper }, { config: 'bare' })).slice(1)).toEqual([
      'Around every result the client puts 40 characters in default/stdio, which begin with `<result \\| "`.',
      'The client puts nothing around a result in bare/stdio.',
    ]);
    expect(aroundResults([])).toEqual([]);
  });
});
