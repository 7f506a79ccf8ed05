import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForm } from '../../data/forms.ts';
import type { FieldSeen } from '../../data/types/record.ts';
import { writeShort } from '../judge/short.ts';
import { parseShort, withoutWords } from './short-form.ts';

/** The fields of a short form as a plain object. */
function fields(short: string): Record<string, unknown> {
  const form = parseShort(short);
  if (form.kind !== 'fields') throw new TypeError(`Expected fields, got ${form.kind}.`);
  return Object.fromEntries(form.fields);
}

describe('withoutWords', () => {
  it.each([
    ['"…" client error text, no fixture field: "a, quoting content: b"', '"…" client error text'],
    ['"…" client error text, quoting content and _meta: "x"', '"…" client error text, quoting content and _meta'],
    ['"…" placeholder, no fixture field: "x\\n"', '"…" placeholder'],
    ['payload once (as text)', 'payload once (as text)'],
  ])('of %s are %s', (short, expected) => {
    expect(withoutWords(short)).toBe(expected);
  });
});

describe('parseShort', () => {
  it('reads what an error of the client quotes', () => {
    const form = parseShort(
      '"…" client error text, quoting content, structuredContent and reserved _meta: "No: \\"x\\""',
    );
    expect(form).toEqual({
      kind: 'client words',
      what: 'client error text',
      quotes: ['content', 'structuredContent', 'reserved _meta'],
      words: 'No: "x"',
    });
    expect(parseShort('"…" client error text, quoting whole envelope: "x"')).toMatchObject({
      quotes: ['whole envelope'],
    });
    expect(parseShort('"…" client error text, quoting everything: "x"').kind).toBe('other');
  });

  it('reads both fields, and a _meta that is not counted', () => {
    expect(fields('[…] and {…} (content 2x, structuredContent 1x, as text, _meta reached the model)')).toEqual({
      content: [{ count: 2, form: 'text', parts: 'whole' }],
      structuredContent: [{ count: 1, form: 'text', parts: 'whole' }],
      _meta: [{ parts: 'whole' }],
    });
  });

  it.each([
    ['[…] content only (1x, as text)', { content: [{ count: 1, form: 'text', parts: 'whole' }] }],
    ['{…} structuredContent only (3x, as text)', { structuredContent: [{ count: 3, form: 'text', parts: 'whole' }] }],
    ['_meta only (1x, as text)', { _meta: [{ count: 1, form: 'text', parts: 'whole' }] }],
    ['reserved _meta only (1x, as text)', { 'reserved _meta': [{ count: 1, form: 'text', parts: 'whole' }] }],
    ['image only (1x, as image part)', { image: [{ count: 1, form: 'image part', parts: 'whole' }] }],
  ])('reads a field that came alone: %s', (short, expected) => {
    expect(fields(short)).toEqual(expected);
  });

  it.each([
    ['payload once (as text)', [{ count: 1, form: 'text', parts: 'whole' }]],
    ['payload twice (as text)', [{ count: 2, form: 'text', parts: 'whole' }]],
    ['payload 5x (as text)', [{ count: 5, form: 'text', parts: 'whole' }]],
    [
      'payload twice (as text and as base64)',
      [
        { count: 1, form: 'text', parts: 'whole' },
        { count: 1, form: 'base64', parts: 'whole' },
      ],
    ],
    [
      'payload 3x (2x as text and 1x as base64)',
      [
        { count: 2, form: 'text', parts: 'whole' },
        { count: 1, form: 'base64', parts: 'whole' },
      ],
    ],
  ])('reads how often a payload came: %s', (short, expected) => {
    expect(fields(short)).toEqual({ payload: expected });
  });

  it.each([
    ['⟨…⟩ whole envelope (as XML)', { envelope: [{ count: 1, form: 'XML', parts: 'whole' }] }],
    ['⟨…⟩ whole envelope (2x, as text)', { envelope: [{ count: 2, form: 'text', parts: 'whole' }] }],
    [
      '⟨…⟩ whole envelope and […] (content 2x, as text)',
      { content: [{ count: 2, form: 'text', parts: 'whole' }], envelope: [{ count: 1, form: 'text', parts: 'whole' }] },
    ],
  ])('reads a whole envelope: %s', (short, expected) => {
    expect(fields(short)).toEqual(expected);
  });

  it.each([
    ['[…] content in part (head and tail, as text)', { content: [{ count: 1, form: 'text', parts: 'head and tail' }] }],
    ['[…] content in part (head 2x, as text)', { content: [{ count: 2, form: 'text', parts: 'head' }] }],
    [
      '[…] in part and {…} (content head and tail, structuredContent 1x, as text)',
      {
        content: [{ count: 1, form: 'text', parts: 'head and tail' }],
        structuredContent: [{ count: 1, form: 'text', parts: 'whole' }],
      },
    ],
  ])('reads parts: %s', (short, expected) => {
    expect(fields(short)).toEqual(expected);
  });

  it('reads fields in different forms, and media behind them', () => {
    expect(
      fields(
        '[…] and {…} (content 1x as text, structuredContent 1x as base64, image as image part, audio 2x as file path)',
      ),
    ).toEqual({
      content: [{ count: 1, form: 'text', parts: 'whole' }],
      structuredContent: [{ count: 1, form: 'base64', parts: 'whole' }],
      image: [{ count: 1, form: 'image part', parts: 'whole' }],
      audio: [{ count: 2, form: 'file path', parts: 'whole' }],
    });
  });

  it("reads the client's words, cut or whole", () => {
    expect(parseShort('"…" client error text, no fixture field: "no \\"content\\""')).toEqual({
      kind: 'client words',
      what: 'client error text',
      quotes: [],
      words: 'no "content"',
    });
    expect(parseShort('"…" placeholder, no fixture field: "(done)"')).toEqual({
      kind: 'client words',
      what: 'placeholder',
      quotes: [],
      words: '(done)',
    });
  });

  it('reads the forms in which nothing arrived, and a status', () => {
    expect(parseShort('"…" nothing of the result reached the model')).toEqual({ kind: 'nothing' });
    expect(parseShort('tool not offered to the model')).toEqual({ kind: 'not offered' });
    expect(parseShort('full: 1 of 1 check')).toEqual({ kind: 'status', status: 'full', met: 1, of: 1 });
    expect(parseShort('partial: 3 of 5 checks')).toEqual({ kind: 'status', status: 'partial', met: 3, of: 5 });
    expect(parseShort('partial: 1 of 3 checks, 2 not asked')).toEqual({
      kind: 'status',
      status: 'partial',
      met: 1,
      of: 3,
    });
  });

  it.each([
    '',
    'new words (as text)',
    '[…] content only (1x, in green)',
    '[…] content in part (as text)',
    '[…] and {…} ()',
  ])('keeps %j, which the grammar does not know, as it is', (short) => {
    expect(parseShort(short)).toEqual({ kind: 'other', text: short });
  });

  it('reads back what the judge writes about one form of each field', () => {
    const names = ['content', 'structuredContent', 'payload', '_meta', 'reserved _meta', 'image', 'audio'] as const;
    const seen = fc.record({
      field: fc.constantFrom(...names),
      as: fc.constantFrom('text', 'base64', 'image part', 'file path', 'XML'),
      count: fc.integer({ min: 1, max: 9 }),
      parts: fc.constantFrom('whole', 'head', 'head and tail', 'middle'),
    });
    const one = fc.uniqueArray(seen, { selector: ({ field }) => field, minLength: 1 });
    fc.assert(
      fc.property(one, (given) => {
        const places = [{ line: 1, offset: 0, pointer: '' }];
        const all = given.map((each) => ({ ...each, places })) as FieldSeen[];
        const arrived = fields(writeShort({ kind: 'fields', fields: all, order: [], sent: [] }));
        expect(Object.keys(arrived).sort()).toEqual(all.map(({ field }) => field).sort());
        for (const { field, as, count, parts } of all.filter(({ field }) =>
          ['content', 'structuredContent', 'payload'].includes(field),
        ))
          expect(arrived[field]).toEqual([{ count, form: as, parts }]);
      }),
    );
  });

  it('knows every verdict that was published', async () => {
    const file = new URL('../../data/published/hermes-agent@0.23.0+689.ga9ff979.json', import.meta.url);
    const published: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isForm('published', published)) throw new TypeError('The file does not fit published.schema.json.');
    expect(published.records.filter(({ verdict }) => parseShort(verdict).kind === 'other')).toEqual([]);
  });
});
