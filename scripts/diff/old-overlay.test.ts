import { describe, expect, it } from 'vitest';
import { parseOverlay } from './old-overlay.ts';

const least = {
  clientVersion: '1.0.0',
  config: 'default',
  scenario: 'x',
  server: 'both',
  transport: 'stdio',
  verdict: { short: 'full: 1 of 1 check' },
};
const parse = (overlay: unknown): ReturnType<typeof parseOverlay> =>
  parseOverlay(JSON.stringify(overlay), { client: 'sample', shown: 'data/verified/sample.json at git:v1' });

describe('parseOverlay', () => {
  it('needs no more than a place and a short form, and says nothing of the rest', () => {
    const { verdict, ...place } = least;
    expect(parse({ client: 'sample', records: [least] })).toEqual({
      client: 'sample',
      records: [{ ...place, client: 'sample', short: verdict.short, checks: new Map() }],
      evidence: undefined,
    });
  });

  it('takes what it understands, and leaves what has another form', () => {
    const full = {
      ...least,
      cost: { tokens: 3 },
      offeredAs: null,
      protocolVersion: '2025-11-25',
      wrapper: { characters: 1, digest: 'sha256:0', start: 'x' },
      verdict: {
        short: 's',
        said: 'no',
        order: ['content'],
        checks: [{ id: 'a', outcome: 'met' }, 'odd'],
        fields: [{ field: 'content', as: 'text', count: 1, parts: 'whole', places: [] }],
      },
    };
    const known = { capability: 'roots', clientVersion: '1.0.0', revisions: ['r'], status: 'full', tier: 'declared' };
    const { records, evidence } = parse({ client: 'sample', records: [full], evidence: [known, { tier: 1 }] });
    expect(records[0]).toMatchObject({
      tokens: 3,
      offeredAs: null,
      protocolVersion: '2025-11-25',
      wrapper: { characters: 1 },
      said: 'no',
      order: ['content'],
      checks: new Map([['a', 'met']]),
      fields: [{ field: 'content' }],
    });
    expect(evidence).toEqual([known]);
    const odd = { ...full, cost: 3, offeredAs: 4, wrapper: 'x', verdict: { ...full.verdict, fields: [3], order: [1] } };
    const [record] = parse({ client: 'sample', records: [odd] }).records;
    for (const member of ['tokens', 'offeredAs', 'wrapper', 'fields', 'order'])
      expect(record).not.toHaveProperty(member);
  });

  it.each([
    [[], 'Expected data/verified/sample.json at git:v1 to be an overlay of sample: its "client", and "records".'],
    [{ client: 'other', records: [] }, 'to be an overlay of sample'],
    [
      { client: 'sample', records: [3] },
      'Expected record 1 of data/verified/sample.json at git:v1 to be an object with a "verdict".',
    ],
    [
      { client: 'sample', records: [least, { ...least, config: 7 }] },
      'Expected "config" of record 2 of data/verified/sample.json at git:v1 to be text, got 7.',
    ],
    [{ client: 'sample', records: [{ ...least, verdict: {} }] }, 'Expected "short" of record 1 of'],
  ])('says what is missing in %j', (overlay, message) => {
    expect(() => parse(overlay)).toThrow(message);
  });

  it('says that it is no JSON', () => {
    expect(() => parseOverlay('{', { client: 'sample', shown: 'that file' })).toThrow(
      'Expected that file to be JSON: ',
    );
  });
});
