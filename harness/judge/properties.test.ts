import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldsVerdict } from '../../data/types/record.ts';
import { canary } from '../../scenarios/canary.ts';
import { toolScenario } from '../../scenarios/define.ts';
import type { DeclaredField, Json, Scenario } from '../../scenarios/types.ts';
import { ENCODINGS, type Encoding } from './testing/encodings.ts';
import { judgeRun } from './testing/judge-run.ts';

const token = (kind: 'cnt' | 'str' | 'met', part: string): { part: string; token: string } => ({
  part,
  token: canary(kind, part, 'properties'),
});
const fields: DeclaredField[] = [
  { field: 'content', canaries: ['head', 'middle', 'tail'].map((part) => token('cnt', part)) },
  { field: 'structuredContent', canaries: [token('str', 'head')] },
  { field: '_meta', canaries: [token('met', 'head')] },
];
const all = fields.flatMap(({ canaries }) => canaries.map((one) => one.token));
const scenario: Scenario = toolScenario({
  id: 'properties',
  capability: 'tools.result',
  title: 'a',
  tools: [{ name: 'probe_properties', answer: { result: { content: [{ type: 'text', text: all.join(' ') }] } } }],
  judgement: { kind: 'fields', fields, checks: [] },
});

type As = 'text' | 'base64' | 'image part' | 'audio part';

/** One copy of a token, or what is left of it, somewhere in what the client tells its model. */
interface Copy {
  token: string;
  encoding: Encoding;
  /** Where it stands: in the tool message, in a message behind it, or as the bytes of a part. */
  where: 'tool' | 'user' | 'image' | 'audio';
  /** How many of the token's letters are missing at its end. */
  cut: number;
  noise: string;
}

// Noise must not spell an escape that swallows what follows it, or be a path: that is another test's matter.
const noise = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => ` ${text.replaceAll(/[\\/&~]/g, '')} `);
const copy: fc.Arbitrary<Copy> = fc.record({
  token: fc.constantFrom(...all),
  encoding: fc.constantFrom(...ENCODINGS),
  where: fc.constantFrom('tool', 'tool', 'tool', 'user', 'image', 'audio'),
  cut: fc.constantFrom(0, 0, 0, 0, 1, 4),
  noise,
});
const copies = fc.array(copy, { maxLength: 8 });

const cutToken = ({ token, cut }: Copy): string => token.slice(0, token.length - cut);
const written = (one: Copy): string => `${one.noise}${one.encoding.encode(cutToken(one))}${one.noise}`;

function part(one: Copy): Json {
  const data = Buffer.from(`\u00ff\u0000 bytes ${cutToken(one)}`, 'latin1').toString('base64');
  if (one.where === 'image') return { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
  return one.where === 'audio'
    ? { type: 'input_audio', input_audio: { data, format: 'wav' } }
    : { type: 'text', text: written(one) };
}

/** The verdict of the judge on a client that tells its model these copies. */
function judgeCopies(given: Copy[]): FieldsVerdict {
  const { verdict } = judgeRun({
    scenario,
    tell: () => given.filter(({ where }) => where !== 'user').map(part),
    also: given.filter(({ where }) => where === 'user').map((one) => ({ role: 'user', content: written(one) })),
  });
  if (verdict.kind !== 'fields') throw new TypeError('Expected a verdict on fields');
  return verdict;
}

type Count = Record<string, [count: number, parts: string]>;

/** What the judge must say, reckoned from the list of copies and from nothing that the judge uses. */
function reckon(given: Copy[]): Count {
  const expected: Count = {};
  for (const { field, canaries } of fields) {
    for (const as of ['text', 'base64', 'image part', 'audio part'] as As[]) {
      const counts = canaries.map(
        (one) => given.filter((other) => other.cut === 0 && other.token === one.token && asOf(other) === as).length,
      );
      if (counts.every((count) => count === 0)) continue;
      const names = canaries.filter((_one, index) => counts[index] !== 0).map((one) => one.part);
      const whole = names.length === canaries.length;
      expected[`${field} as ${as}`] = whole
        ? [Math.min(...counts), 'whole']
        : [Math.max(...counts), names.join(' and ')];
    }
  }
  return expected;
}

function asOf({ where, encoding }: Copy): As {
  if (where === 'image') return 'image part';
  return where === 'audio' ? 'audio part' : encoding.as;
}

/** What of a reckoning the short form shows: of _meta beside another field only that it came. */
function inShort(count: Count): string {
  const entries = Object.entries(count);
  const main = entries.filter(([field]) => !field.startsWith('_meta'));
  return JSON.stringify(main.length === 0 ? entries : [main, main.length < entries.length]);
}

const seen = ({ fields: got }: FieldsVerdict): Count =>
  Object.fromEntries(got.map(({ field, as, count, parts }) => [`${field} as ${as}`, [count, parts]]));

describe('a verdict', () => {
  it('says of any copies in any form how many there are, in what form, and which parts', () => {
    fc.assert(
      fc.property(copies, (given) => {
        expect(seen(judgeCopies(given))).toEqual(reckon(given));
      }),
      { numRuns: 300 },
    );
  });

  it('follows when a copy is moved, doubled, dropped, cut or encoded', () => {
    const change = fc.constantFrom('move', 'double', 'drop', 'cut', 'encode');
    fc.assert(
      fc.property(fc.array(copy, { minLength: 1, maxLength: 6 }), change, fc.nat(), copy, (given, kind, at, other) => {
        const index = at % given.length;
        const one = given[index] ?? other;
        const changes: Record<typeof kind, Copy[]> = {
          move: [...given.slice(0, index), ...given.slice(index + 1), one],
          double: [...given, one],
          drop: given.filter((_copy, place) => place !== index),
          cut: given.with(index, { ...one, cut: 1 }),
          encode: given.with(index, { ...one, encoding: other.encoding, where: other.where }),
        };
        const before = judgeCopies(given);
        const after = judgeCopies(changes[kind]);
        expect(seen(after)).toEqual(reckon(changes[kind]));
        const alike = inShort(reckon(given)) === inShort(reckon(changes[kind]));
        // Without a field the short form quotes the message, which may differ though nothing arrived either time.
        expect(after.short === before.short || (alike && after.fields.length === 0)).toBe(alike);
        expect(after.fields.every(({ places }) => places.every(({ line }) => line === 2))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('names the fields in the order in which they stand', () => {
    const texts = fc
      .shuffledSubarray(all, { minLength: 1 })
      .map((tokens) =>
        tokens.map((one) => ({ token: one, encoding: plain, where: 'tool' as const, cut: 0, noise: ' ' })),
      );
    fc.assert(
      fc.property(texts, (given) => {
        const names = given.map(
          (one) => fields.find(({ canaries }) => canaries.some((other) => other.token === one.token))?.field,
        );
        expect(judgeCopies(given).order).toEqual([...new Set(names)]);
      }),
    );
  });
});

const plain = ENCODINGS[0] as Encoding;

describe('the short form', () => {
  const base = (one: string): Copy => ({ token: one, encoding: plain, where: 'tool', cut: 0, noise: ' ' });
  const [head, middle, tail, structured, meta] = all.map(base) as [Copy, Copy, Copy, Copy, Copy];
  const honest = [head, middle, tail, structured];
  const encoded = (one: Copy, name: string): Copy => ({
    ...one,
    encoding: ENCODINGS.find((other) => other.name === name) ?? plain,
  });

  it.each([
    ['honest', honest, '[…] and {…} (content 1x, structuredContent 1x, as text)'],
    ['in another order', [structured, tail, head, middle], '[…] and {…} (content 1x, structuredContent 1x, as text)'],
    [
      'structuredContent moved into another message',
      [head, middle, tail, { ...structured, where: 'user' }],
      '[…] and {…} (content 1x, structuredContent 1x, as text)',
    ],
    ['content doubled', [...honest, head, middle, tail], '[…] and {…} (content 2x, structuredContent 1x, as text)'],
    ['one part doubled', [...honest, head], '[…] and {…} (content 1x, structuredContent 1x, as text)'],
    ['structuredContent dropped', [head, middle, tail], '[…] content only (1x, as text)'],
    ['content dropped', [structured], '{…} structuredContent only (1x, as text)'],
    [
      'the middle dropped',
      [head, tail, structured],
      '[…] in part and {…} (content head and tail, structuredContent 1x, as text)',
    ],
    ['the tail cut', [head, middle, { ...tail, cut: 1 }], '[…] content in part (head and middle, as text)'],
    ['structuredContent cut', [head, middle, tail, { ...structured, cut: 1 }], '[…] content only (1x, as text)'],
    [
      '_meta added',
      [...honest, meta],
      '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)',
    ],
    ['_meta cut', [...honest, { ...meta, cut: 3 }], '[…] and {…} (content 1x, structuredContent 1x, as text)'],
    [
      'everything in base64',
      honest.map((one) => encoded(one, 'base64')),
      '[…] and {…} (content 1x, structuredContent 1x, as base64)',
    ],
    [
      'structuredContent in base64',
      [head, middle, tail, encoded(structured, 'base64')],
      '[…] and {…} (content 1x as text, structuredContent 1x as base64)',
    ],
    [
      'structuredContent in JSON in JSON',
      [head, middle, tail, encoded(structured, 'JSON in JSON')],
      '[…] and {…} (content 1x, structuredContent 1x, as text)',
    ],
    [
      'everything in XML entities',
      honest.map((one) => encoded(one, 'XML entities')),
      '[…] and {…} (content 1x, structuredContent 1x, as text)',
    ],
    [
      'structuredContent as an image',
      [head, middle, tail, { ...structured, where: 'image' }],
      '[…] and {…} (content 1x as text, structuredContent 1x as image part)',
    ],
    ['nothing', [], '"…" nothing of the result reached the model'],
  ] as [string, Copy[], string][])('of a client that is %s', (_how, given, expected) => {
    expect(judgeCopies(given).short).toBe(expected);
  });
});
