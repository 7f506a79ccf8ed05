import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { type Change, type ComparedRun, changesOf, comparedRun } from './changes.ts';

const both = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const content = '[…] content only (1x, as text)';
const error = (words: string): string => `"…" client error text, no fixture field: ${JSON.stringify(words)}`;

function run(short: string, given: Partial<ComparedRun> = {}): ComparedRun {
  const place = { scenario: 'tools.result.mirror', config: 'default', server: 'both', transport: 'stdio' };
  return { ...place, short, ...given };
}

/** Changes as `kind: text`. */
function told(before: ComparedRun | string, after: ComparedRun | string): string[] {
  const [a, b] = [before, after].map((each) => (typeof each === 'string' ? run(each) : each)) as [
    ComparedRun,
    ComparedRun,
  ];
  return changesOf(a, b).map(({ kind, text }: Change) => `${kind}: ${text}`);
}

const checks = (outcomes: Record<string, string>): Map<string, string> => new Map(Object.entries(outcomes));

describe('fields', () => {
  it('says nothing of equal runs', () => {
    expect(told(both, both)).toEqual([]);
  });

  it('says what was lost and what now arrives', () => {
    expect(told(both, content)).toEqual(['lost: structuredContent: reached the model → lost']);
    expect(told(content, both)).toEqual(['gained: structuredContent: did not reach the model → reached the model']);
    expect(told(content, '{…} structuredContent only (1x, as text)')).toEqual([
      'lost: content: reached the model → lost',
      'gained: structuredContent: did not reach the model → reached the model',
    ]);
    expect(told('[…] content only (1x, as text, _meta reached the model)', content)).toEqual([
      'lost: _meta: reached the model → lost',
    ]);
  });

  it('says what an error of the client quotes that arrived before', () => {
    const quoting = '"…" client error text, quoting structuredContent: "Refused: 7."';
    expect(told('{…} structuredContent only (1x, as text)', quoting)).toEqual([
      'lost: structuredContent: reached the model → quoted in a client error; the model is told: "Refused: 7."',
    ]);
    expect(told(both, quoting)).toEqual([
      'lost: content: reached the model → lost; structuredContent: reached the model → quoted in a client error; the model is told: "Refused: 7."',
    ]);
    expect(told(quoting, both)).toEqual([
      'gained: content: did not reach the model → reached the model; structuredContent: quoted in a client error → reached the model; the model was told: "Refused: 7."',
    ]);
    const whole = quoting.replace('structuredContent', 'whole envelope');
    expect(told(both, whole)).toEqual([
      'lost: content and structuredContent: reached the model → quoted in a client error; the model is told: "Refused: 7."',
    ]);
    expect(told(error('Refused: 7.'), quoting)).toEqual([
      'changed: structuredContent: not seen by the model → quoted in a client error',
    ]);
    expect(told(quoting, error('Refused: 7.'))).toEqual([
      'changed: structuredContent: quoted in a client error → not seen by the model',
    ]);
  });

  it('says how often, in which form and how much of it', () => {
    expect(told(content, '[…] content only (2x, as text)')).toEqual(['changed: content: 1x → 2x']);
    expect(told('payload once (as text)', 'payload twice (as text)')).toEqual(['changed: payload: 1x → 2x']);
    expect(told(content, '[…] content only (1x, as base64)')).toEqual(['changed: content: as text → as base64']);
    expect(told('payload twice (as text)', 'payload twice (as text and as base64)')).toEqual([
      'changed: payload: 2x as text → 1x as text and 1x as base64',
    ]);
    const head = '[…] content in part (head, as text)';
    expect(told(content, head)).toEqual(['lost: content: whole → in part (head)']);
    expect(told(head, content)).toEqual(['gained: content: in part (head) → whole']);
    expect(told(head, '[…] content in part (head and tail, as text)')).toEqual([
      'changed: content: in part (head) → in part (head and tail)',
    ]);
  });

  const envelope = '⟨…⟩ whole envelope (as text)';
  const of = (name: string, short: string): ComparedRun => run(short, { scenario: `tools.result.${name}` });

  // It used to be told as `the whole result → content`, which did not name what was lost.
  it('takes a whole envelope for every field that the scenario declares', () => {
    const shown = of('summary_and_data', envelope);
    expect(told(shown, of('summary_and_data', content))).toEqual(['lost: structuredContent: reached the model → lost']);
    expect(told(of('summary_and_data', content), shown)).toEqual([
      'gained: structuredContent: did not reach the model → reached the model',
    ]);
    const meta = of('with_meta', '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)');
    expect(told(of('with_meta', envelope), meta)).toEqual(['lost: reserved _meta: reached the model → lost']);
    expect(told(of('structured_only', envelope), of('structured_only', error('no')))).toEqual([
      'lost: structuredContent: reached the model → lost; the model is told: "no"',
    ]);
    const once = '⟨…⟩ whole envelope and […] (content 2x, as text)';
    expect(told(of('summary_and_data', once), of('summary_and_data', both))).toEqual(['changed: content: 2x → 1x']);
  });
  it('tells of the envelope itself where no field does', () => {
    expect(told(of('summary_and_data', both), of('summary_and_data', envelope))).toEqual([
      'changed: reaches the model: content and structuredContent → the whole result',
    ]);
    // Only a key went, which carries no token.
    expect(told(of('sc_null', envelope), of('sc_null', content))).toEqual([
      'changed: reaches the model: the whole result → content',
    ]);
    expect(told(envelope, '⟨…⟩ whole envelope (2x, as text)')).toEqual(['changed: envelope: 1x → 2x']);
  });
  it('calls an envelope the whole result where the scenario is not known', () => {
    expect(told(of('gone', envelope), of('gone', content))).toEqual([
      'changed: reaches the model: the whole result → content',
    ]);
    expect(told(of('gone', envelope), of('gone', error('no')))).toEqual([
      'lost: the whole result: reached the model → lost; the model is told: "no"',
    ]);
  });
  it('counts from the fields of the verdicts what the short form leaves out', () => {
    const meta = (count: number): ComparedRun =>
      run('[…] content only (1x, as text, _meta reached the model)', {
        fields: [
          { field: 'content', as: 'text', count: 1, parts: 'whole' },
          { field: '_meta', as: 'text', count, parts: 'whole' },
        ],
      });
    expect(told(meta(1), meta(2))).toEqual(['changed: _meta: 1x → 2x']);
  });

  it('knows from the fields what a whole envelope held', () => {
    const seen = (field: 'envelope' | 'content' | 'structuredContent') =>
      ({ field, as: 'text', count: 1, parts: 'whole' }) as const;
    // The scenario declares a payload: the fields that were seen go before what is declared.
    const before = run(envelope, {
      fields: [seen('envelope'), seen('content'), seen('structuredContent')],
    });
    expect(told(before, run(content, { fields: [seen('content')] }))).toEqual([
      'lost: structuredContent: reached the model → lost',
    ]);
    expect(told(before, run('"…" nothing of the result reached the model', { fields: [] }))).toEqual([
      'lost: content and structuredContent: reached the model → lost',
    ]);
    const rest = [seen('content'), seen('structuredContent')];
    expect(told(before, run(both, { fields: rest }))).toEqual([
      'changed: reaches the model: the whole result → content and structuredContent',
    ]);
  });

  it('tells the order where nothing else differs', () => {
    const ordered = (...order: string[]): ComparedRun => run(both, { order });
    expect(told(ordered('content', 'structuredContent'), ordered('structuredContent', 'content'))).toEqual([
      'changed: order: content, structuredContent → structuredContent, content',
    ]);
  });
});

describe('words in place of a result', () => {
  it('says what the model is told instead, in the same line', () => {
    expect(told(both, error('bad result'))).toEqual([
      'lost: content and structuredContent: reached the model → lost; the model is told: "bad result"',
    ]);
    expect(told(error('bad result'), content)).toEqual([
      'gained: content: did not reach the model → reached the model; the model was told: "bad result"',
    ]);
    expect(told(content, '"…" placeholder, no fixture field: "(done)"')).toEqual([
      'lost: content: reached the model → lost; the model gets: "(done)"',
    ]);
    expect(told(content, '"…" nothing of the result reached the model')).toEqual([
      'lost: content: reached the model → lost',
    ]);
  });

  it('calls the content of an error result the error text', () => {
    const capability = 'tools.result.isError';
    expect(told(run(both, { capability }), run(error('failed'), { capability }))).toEqual([
      'lost: error text and structuredContent: now hidden; the model is told: "failed"',
    ]);
    expect(told(run('{…} structuredContent only (1x, as text)', { capability }), run(both, { capability }))).toEqual([
      'gained: error text: now shown',
    ]);
  });

  it("compares the client's own words, not what stands around them", () => {
    const [a, b] = [run(error('<a>bad'), { said: 'bad' }), run(error('<b>bad'), { said: 'bad', wrapper: null })];
    expect(told(a, { ...b, said: 'worse' })).toEqual(['changed: the model is told: "bad" → "worse"']);
    const wrapped = { characters: 3, digest: 'sha256:1', start: '<a>' };
    expect(told({ ...a, wrapper: wrapped }, b)).toEqual(['changed: wrapper: 3 characters, beginning "<a>" → none']);
  });

  it('compares what the short form holds where one side has no more', () => {
    expect(told(run(error('bad'), { said: 'bad' }), error('worse'))).toEqual([
      'changed: the model is told: "bad" → "worse"',
    ]);
  });

  it('shows the first difference of long words, and escapes what would end the line', () => {
    const long = 'x'.repeat(500);
    const [line = ''] = told(run(error(''), { said: `${long}a\n` }), run(error(''), { said: `${long}b` }));
    expect(line).toMatch(/^changed: the model is told: "…x{20}a\\n" → "…x{20}b"$/);
  });

  it('tells an error from other words, and words from none', () => {
    const placeholder = '"…" placeholder, no fixture field: "ok"';
    expect(told(error('ok'), placeholder)).toEqual(['changed: the model is told: an error "ok" → no error "ok"']);
    const nothing = '"…" nothing of the result reached the model';
    expect(told(error('ok'), nothing)).toEqual(['lost: the model is told: "ok" → nothing']);
    expect(told(nothing, placeholder)).toEqual(['gained: the model is told: nothing → "ok"']);
  });
});

describe('checks', () => {
  const scenario = 'tools.result.app_only';

  it('are not told where a line explains them, and told where none does', () => {
    const [a, b] = [checks({ structuredContentArrives: 'met' }), checks({ structuredContentArrives: 'not met' })];
    expect(told(run(both, { checks: a }), run(content, { checks: b }))).toEqual([
      'lost: structuredContent: reached the model → lost',
    ]);
    expect(told(run(both, { checks: a, scenario: 'x' }), run(both, { checks: b, scenario: 'x' }))).toEqual([
      'lost: check structuredContentArrives: met → not met',
    ]);
  });

  it('decide whether something that is shown or hidden is for the better', () => {
    const hidden = run('tool not offered to the model', { scenario, checks: checks({ hiddenFromTheModel: 'met' }) });
    const shown = run(both, { scenario, checks: checks({ hiddenFromTheModel: 'not met' }) });
    expect(told(hidden, shown)).toEqual(['changed: tool: hidden from the model → shown to the model']);
    expect(told(shown, hidden)).toEqual(['changed: tool: shown to the model → hidden from the model']);
    expect(told('tool not offered to the model', both)).toEqual([
      'gained: tool: hidden from the model → shown to the model',
    ]);
    // A loss beside a gain stays a loss, whatever the check is about.
    const arrives = (outcome: string): Partial<ComparedRun> => ({
      checks: checks({ structuredContentArrives: outcome }),
    });
    expect(
      told(run(content, arrives('not met')), run('{…} structuredContent only (1x, as text)', arrives('met')))[0],
    ).toBe('lost: content: reached the model → lost');
  });

  it('of a behaviour are told in the words of the scenario, and the status where they do not tell it', () => {
    const of = (status: string, given: Record<string, string>): ComparedRun =>
      run(status, { scenario, checks: checks(given) });
    expect(
      told(
        of('full: 2 of 2 checks', { hiddenFromTheModel: 'met' }),
        of('partial: 1 of 2 checks', { hiddenFromTheModel: 'not met' }),
      ),
    ).toEqual(['lost: the tool is kept from the model: met → not met']);
    expect(told('full: 4 of 4 checks', 'partial: 3 of 4 checks')).toEqual([
      'lost: status: full (4 of 4 checks) → partial (3 of 4 checks)',
    ]);
    expect(told('partial: 1 of 4 checks', 'partial: 3 of 4 checks')[0]).toMatch(/^gained: /);
  });
});

describe('what stands around a verdict', () => {
  it('is the revision', () => {
    expect(told(run(both, { protocolVersion: '2025-11-25' }), run(both, { protocolVersion: '2026-07-28' }))).toEqual([
      'changed: negotiated 2025-11-25 → 2026-07-28',
    ]);
  });

  it("is the tool's name, told alike for every tool of a naming scheme", () => {
    const named = (offeredAs: string | null): ComparedRun => run(both, { offeredAs });
    expect(told(named('mcp__probe__probe_mirror'), named('probe_probe_mirror'))).toEqual([
      'changed: tool name: mcp__probe__<tool> → probe_<tool>',
    ]);
    expect(told(named('mcp__probe__probe_mirror'), named('probe_mirr~1'))).toEqual([
      'changed: tool name: mcp__probe__probe_mirror → probe_mirr~1',
    ]);
    expect(told(named('a\nb'), named('c'))).toEqual([String.raw`changed: tool name: a\nb → c`]);
    // That the model knew no tool is the verdict's to tell.
    expect(told(named(null), named('probe_mirror'))).toEqual([]);
    expect(told(run(both), named('probe_mirror'))).toEqual([]);
  });

  it('is the text around every result', () => {
    const wrapped = (characters: number, start: string, digest = `${characters}${start}`): ComparedRun =>
      run(both, { wrapper: { characters, digest, start } });
    expect(told(run(both, { wrapper: null }), wrapped(1612, '<untrusted>\n'))).toEqual([
      String.raw`changed: wrapper: none → 1,612 characters, beginning "<untrusted>\n"`,
    ]);
    expect(told(wrapped(12, '<a>'), wrapped(14, '<a>'))).toEqual([
      'changed: wrapper: 12 characters → 14 characters, beginning "<a>" as before',
    ]);
    expect(told(wrapped(12, '<a>', 'x'), wrapped(12, '<a>', 'y'))).toEqual([
      'changed: wrapper: 12 characters, with other words, beginning "<a>" as before',
    ]);
    expect(told(wrapped(12, '<a>'), wrapped(1, '<'))).toEqual([
      'changed: wrapper: 12 characters, beginning "<a>" → 1 character, beginning "<"',
    ]);
    expect(told(run(both), wrapped(12, '<a>'))).toEqual([]);
  });
});

describe('cost', () => {
  const costs = (tokens: number, short = both): ComparedRun => run(short, { tokens });

  it('stands behind the line that explains it', () => {
    expect(told(costs(60), costs(1900, content))).toEqual([
      'lost: structuredContent: reached the model → lost, +1,840 tokens',
    ]);
  });

  it('stands alone where nothing else differs and it moved by a tenth', () => {
    expect(told(costs(60), costs(1_234_600))).toEqual(['changed: +1,234,540 tokens']);
    expect(told(costs(1900), costs(60))).toEqual(['changed: -1,840 tokens']);
    expect(told(costs(1000), costs(1099))).toEqual([]);
    expect(told(costs(4), costs(6))).toEqual([]);
  });
});

it('keeps words of which nobody knows the meaning', () => {
  expect(told('new words (as text)', both)).toEqual([`changed: new words (as text) → ${both}`]);
  expect(told('full: 1 of 1 check', both)).toEqual([`changed: full: 1 of 1 check → ${both}`]);
});

it('finds nothing between a record and itself', () => {
  const path = 'runs/hermes-ts@0.1.0/default/both-stdio/tools.result.with_meta/record.json';
  const record = JSON.parse(readFileSync(join(resolve(import.meta.dirname, '../..'), path), 'utf8')) as RunRecord;
  const compared = comparedRun(record);
  expect(changesOf(compared, comparedRun(record))).toEqual([]);
  expect(compared).toMatchObject({ client: 'hermes-ts', short: record.verdict.short, tokens: record.cost.tokens });
});
