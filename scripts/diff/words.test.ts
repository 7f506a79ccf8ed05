import { describe, expect, it } from 'vitest';
import { parseShort } from './short-form.ts';
import { changesBetween, worst } from './words.ts';

function between(a: string, b: string): { kind: string; texts: string[] } {
  const changes = changesBetween(parseShort(a), parseShort(b));
  return { kind: worst(changes), texts: changes.map(({ text }) => text) };
}

const both = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const content = '[…] content only (1x, as text)';
const error = '"…" client error text, no fixture field: "bad result"';

describe('changesBetween', () => {
  it('finds no change between equal forms', () => {
    expect(changesBetween(parseShort(both), parseShort(both))).toEqual([]);
  });

  it('says that a field was lost', () => {
    expect(between(both, content)).toEqual({ kind: 'lost', texts: ['structuredContent: reached the model → lost'] });
  });

  it('says that a field now arrives', () => {
    expect(between(content, both)).toEqual({
      kind: 'gained',
      texts: ['structuredContent: did not reach the model → reached the model'],
    });
  });

  it('says how often a field arrives', () => {
    expect(between(content, '[…] content only (2x, as text)')).toEqual({
      kind: 'changed',
      texts: ['content: 1x → 2x'],
    });
    expect(between('payload once (as text)', 'payload twice (as text)')).toEqual({
      kind: 'changed',
      texts: ['payload: 1x → 2x'],
    });
  });

  it('tells a loss in one field from a gain in another', () => {
    expect(between(content, '{…} structuredContent only (1x, as text)')).toEqual({
      kind: 'lost',
      texts: ['content: reached the model → lost', 'structuredContent: did not reach the model → reached the model'],
    });
  });

  it('says that _meta was lost', () => {
    expect(between('[…] content only (1x, as text, _meta reached the model)', content)).toEqual({
      kind: 'lost',
      texts: ['_meta: reached the model → lost'],
    });
  });

  it('says that only a part arrives', () => {
    expect(between('[…] content only (1x, as text)', '[…] content in part (head, as text)')).toEqual({
      kind: 'lost',
      texts: ['content: whole → in part (head)'],
    });
    expect(between('[…] content in part (head, as text)', '[…] content in part (head and tail, as text)')).toEqual({
      kind: 'changed',
      texts: ['content: in part (head) → in part (head and tail)'],
    });
  });

  it('says in which form a field arrives', () => {
    expect(between(content, '[…] content only (1x, as base64)')).toEqual({
      kind: 'changed',
      texts: ['content: as text → as base64'],
    });
  });

  it('says how a field arrives that comes in several forms', () => {
    expect(between('payload once (as text)', 'payload twice (1x as text, 1x as base64)')).toEqual({
      kind: 'changed',
      texts: ['payload: 1x as text → 1x as text and 1x as base64'],
    });
  });

  it('says what the model gets instead of fields', () => {
    expect(between(content, error)).toEqual({
      kind: 'lost',
      texts: [
        'content: reached the model → lost',
        'the model gets: fields of the result → client error text "bad result"',
      ],
    });
    expect(between(error, '"…" client error text, no fixture field: "worse"')).toEqual({
      kind: 'changed',
      texts: ['the model gets: client error text "bad result" → client error text "worse"'],
    });
    expect(between('tool not offered to the model', '"…" nothing of the result reached the model')).toEqual({
      kind: 'changed',
      texts: ['the model gets: no offer of the tool → nothing of the result'],
    });
  });

  it('takes a whole envelope for every field that it holds', () => {
    const envelope = '⟨…⟩ whole envelope (as text)';
    expect(between(envelope, content)).toEqual({
      kind: 'changed',
      texts: ['reaches the model: the whole result → content'],
    });
    expect(between(both, envelope)).toEqual({
      kind: 'changed',
      texts: ['reaches the model: content and structuredContent → the whole result'],
    });
    expect(between(envelope, error).kind).toBe('lost');
    expect(between(envelope, '⟨…⟩ whole envelope (2x, as text)').texts).toEqual(['envelope: 1x → 2x']);
  });

  it('says how a status moved', () => {
    expect(between('full: 4 of 4 checks', 'partial: 3 of 4 checks')).toEqual({
      kind: 'lost',
      texts: ['status: full (4 of 4 checks) → partial (3 of 4 checks)'],
    });
    expect(between('partial: 1 of 4 checks', 'partial: 3 of 4 checks').kind).toBe('gained');
  });
});
