import { describe, expect, it } from 'vitest';
import type { FieldSeen } from '../../data/types/record.ts';
import { writeShort } from './short.ts';

type Given = Partial<FieldSeen> & Pick<FieldSeen, 'field'>;

const seen = (given: Given): FieldSeen => ({ as: 'text', count: 1, parts: 'whole', places: [], ...given });
const short = (fields: Given[], sent: Given[] = []): string =>
  writeShort({ kind: 'fields', fields: fields.map(seen), order: [], sent: sent.map(seen) });

const content: Given = { field: 'content' };
const structured: Given = { field: 'structuredContent' };
const payload: Given = { field: 'payload' };
const image: Given = { field: 'image', as: 'image part' };
const meta: Given = { field: '_meta' };
const reserved: Given = { field: 'reserved _meta' };
const envelope: Given = { field: 'envelope' };

describe('the published grammar', () => {
  it.each([
    [[content, structured], '[…] and {…} (content 1x, structuredContent 1x, as text)'],
    [[content, structured, meta], '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)'],
    [
      [
        { ...content, count: 2 },
        { ...structured, count: 3 },
      ],
      '[…] and {…} (content 2x, structuredContent 3x, as text)',
    ],
    [[content], '[…] content only (1x, as text)'],
    [[{ ...content, count: 2 }, meta], '[…] content only (2x, as text, _meta reached the model)'],
    [[structured], '{…} structuredContent only (1x, as text)'],
    [[{ ...structured, as: 'base64' }], '{…} structuredContent only (1x, as base64)'],
    [[payload], 'payload once (as text)'],
    [[{ ...payload, count: 2 }], 'payload twice (as text)'],
    [[{ ...payload, count: 4 }, meta], 'payload 4x (as text, _meta reached the model)'],
    [[{ ...content, parts: 'head' }], '[…] content in part (head, as text)'],
    [[{ ...content, parts: 'head and tail' }], '[…] content in part (head and tail, as text)'],
    [[envelope], '⟨…⟩ whole envelope (as text)'],
    [[{ ...envelope, as: 'XML' }], '⟨…⟩ whole envelope (as XML)'],
    [[{ ...content, as: 'file path' }], '[…] content only (1x, as file path)'],
  ] as [Given[], string][])('%j is written as %s', (fields, expected) => {
    expect(short(fields)).toBe(expected);
  });

  it.each([
    [[], 'no fixture field'],
    [['structuredContent'], 'quoting structuredContent'],
    [['content', 'structuredContent', '_meta'], 'quoting content, structuredContent and _meta'],
    [['envelope', 'content'], 'quoting whole envelope'],
  ] as [FieldSeen['field'][], string][])('says of an error that holds %j: %s', (quotes, expected) => {
    expect(writeShort({ kind: 'error', message: 'x', said: 'x', quotes })).toBe(
      `"…" client error text, ${expected}: "x"`,
    );
  });

  it('quotes the first 80 UTF-16 units of what the client said instead', () => {
    const message = `${'"x\n'.repeat(26)}\u{1f600} and more`;
    const quoted = `${JSON.stringify('"x\n'.repeat(26)).slice(0, -1)}\u{1f600}"`;
    expect(writeShort({ kind: 'error', message, said: '', quotes: [] })).toBe(
      `"…" client error text, no fixture field: ${quoted}`,
    );
    expect(writeShort({ kind: 'placeholder', message: `a${message}`, said: '' })).toBe(
      `"…" placeholder, no fixture field: ${JSON.stringify(`a${message}`.slice(0, 80))}`,
    );
    // Half a surrogate pair must not be written as it is: the record would not be UTF-8.
    expect(writeShort({ kind: 'placeholder', message: `a${message}`, said: '' })).toMatch(/\\ud83d"$/);
  });

  it('has words for nothing at all and for a tool that was kept back', () => {
    expect(writeShort({ kind: 'nothing' })).toBe('"…" nothing of the result reached the model');
    expect(writeShort({ kind: 'hidden' })).toBe('tool not offered to the model');
  });
});

describe('what the published grammar has no words for', () => {
  it.each([
    [[{ ...content, parts: 'head' }, structured], '[…] in part and {…} (content head, structuredContent 1x, as text)'],
    [
      [content, { ...structured, parts: 'tail', count: 2 }],
      '[…] and {…} in part (content 1x, structuredContent tail 2x, as text)',
    ],
    [[{ ...content, parts: 'head', count: 2 }], '[…] content in part (head 2x, as text)'],
    [[{ ...structured, parts: 'head' }], '{…} structuredContent in part (head, as text)'],
    [[{ ...payload, parts: 'head' }, meta], 'payload in part (head, as text, _meta reached the model)'],
    [[content, { ...structured, as: 'base64' }], '[…] and {…} (content 1x as text, structuredContent 1x as base64)'],
    [[content, { ...content, as: 'base64', count: 2 }], '[…] content only (1x as text, 2x as base64)'],
    [[payload, { ...payload, as: 'base64' }], 'payload twice (as text and as base64)'],
    [
      [
        { ...payload, count: 2 },
        { ...payload, as: 'base64' },
      ],
      'payload 3x (2x as text and 1x as base64)',
    ],
    [[payload, { ...payload, as: 'base64', parts: 'head' }], 'payload once (1x as text and head as base64)'],
    [
      [content, structured, image, meta],
      '[…] and {…} (content 1x, structuredContent 1x, as text, image as image part, _meta reached the model)',
    ],
    [[content, { ...image, as: 'base64', count: 2 }], '[…] content only (1x, as text, image 2x as base64)'],
    [[content, { field: 'audio', as: 'audio part' }], '[…] content only (1x, as text, audio as audio part)'],
    [[content, reserved], '[…] content only (1x, as text, reserved _meta reached the model)'],
    [
      [content, meta, { ...reserved, parts: 'newer' }],
      '[…] content only (1x, as text, _meta reached the model, reserved _meta reached the model)',
    ],
    [[image], 'image only (1x, as image part)'],
    [[image, meta], 'image only (1x, as image part, _meta reached the model)'],
    [[meta], '_meta only (1x, as text)'],
    [[meta, reserved], '_meta only (1x, as text, reserved _meta reached the model)'],
    [[{ ...reserved, parts: 'newer' }], 'reserved _meta in part (newer, as text)'],
    [[content, payload], '[…] and payload (content 1x, payload 1x, as text)'],
  ] as [Given[], string][])('%j is written as %s', (fields, expected) => {
    expect(short(fields)).toBe(expected);
  });

  const sent = [content, { ...structured, count: 1 }, { ...image, as: 'base64' as const }, meta];
  it.each([
    [[envelope, ...sent], '⟨…⟩ whole envelope (as text)'],
    [[{ ...envelope, count: 2 }, ...sent.map((one) => ({ ...one, count: 2 }))], '⟨…⟩ whole envelope (2x, as text)'],
    [[envelope, { ...content, count: 2 }, structured], '⟨…⟩ whole envelope and […] (content 2x, as text)'],
    [
      [envelope, content, { ...structured, as: 'base64' }],
      '⟨…⟩ whole envelope and {…} (structuredContent 1x, as base64)',
    ],
    [[{ ...envelope, count: 2 }, content], '⟨…⟩ whole envelope (2x, as text)'],
    [[envelope, ...sent, image], '⟨…⟩ whole envelope (as text, image as image part)'],
    [[envelope, ...sent, { ...meta, count: 2 }], '⟨…⟩ whole envelope (as text, _meta reached the model)'],
  ] as [Given[], string][])('beside an envelope %j is written as %s', (fields, expected) => {
    expect(short(fields, sent)).toBe(expected);
  });
});
