import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sentence } from './sentence.ts';

describe('sentence', () => {
  it.each([
    [
      '[…] and {…} (content 1x, structuredContent 1x, as text)',
      'The model sees the text once and the structured value once, both as text.',
    ],
    ['[…] content only (1x, as text)', 'The model sees the text once, as text.'],
    ['{…} structuredContent only (2x, as text)', 'The model sees the structured value twice, as text.'],
    [
      '[…] content only (1x, as text, _meta reached the model)',
      'The model sees the text once, as text, and `_meta` too.',
    ],
    [
      '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model, reserved _meta reached the model)',
      'The model sees the text once and the structured value once, both as text, and `_meta` and what is reserved in `_meta` too.',
    ],
    ['payload once (as text)', 'The model sees what both fields say once, as text.'],
    ['payload twice (as text)', 'The model sees what both fields say twice, as text.'],
    ['payload 3x (as text)', 'The model sees what both fields say 3 times, as text.'],
    ['⟨…⟩ whole envelope (as text)', 'The model sees the whole result object once, as text.'],
    ['⟨…⟩ whole envelope (as XML)', 'The model sees the whole result object once, as XML.'],
    [
      '⟨…⟩ whole envelope and […] (content 2x, as text)',
      'The model sees the text twice and the whole result object once, both as text.',
    ],
    ['[…] content in part (head, as text)', 'The model sees only the head of the text, as text.'],
    [
      '[…] in part and {…} (content head and tail, structuredContent 1x, as text)',
      'The model sees only the head and tail of the text and the structured value once, both as text.',
    ],
    [
      '[…] and {…} (content 1x as text, structuredContent 1x as base64)',
      'The model sees the text once as text and the structured value once as base64.',
    ],
    [
      '[…] and {…} (content 1x, structuredContent 1x, as text, image as image part)',
      'The model sees the text once as text, the structured value once as text and the image once as an image.',
    ],
    ['_meta only (1x, as text)', 'The model sees `_meta` once, as text.'],
    ['image only (1x, as image part)', 'The model sees the image once, as an image.'],
    [
      '"…" client error text, quoting structuredContent and _meta: "Refused."',
      'The model is told of an error in place of the result, which quotes the structured value and `_meta`.',
    ],
    [
      '"…" client error text, quoting whole envelope: "No."',
      'The model is told of an error in place of the result, which quotes the whole result object.',
    ],
    ['"…" nothing of the result reached the model', 'The model sees nothing of the result.'],
    ['tool not offered to the model', 'The model is never offered the tool.'],
    ['partial: 4 of 5 checks', 'The client meets 4 of 5 checks.'],
    ['something | new', 'The verdict is `something \\| new`.'],
  ])('%s', (short, expected) => {
    expect(sentence({ short, said: null })).toBe(expected);
  });

  it('quotes the client, and does not take its wrapper for its words', () => {
    const short = '"…" client error text, no fixture field: "<wrapper>"';
    expect(sentence({ short, said: 'not | `valid`' })).toBe(
      'The model is told of an error in place of the result: `` not \\| `valid` ``.',
    );
    expect(sentence({ short, said: null })).toBe('The model is told of an error in place of the result.');
    expect(sentence({ short: '"…" placeholder, no fixture field: "(empty)"', said: '(empty)' })).toBe(
      'The model sees words of the client in place of the result: `(empty)`.',
    );
    expect(sentence({ short, said: 'x'.repeat(400) })).toContain(`${'x'.repeat(300)}…`);
  });

  it('names what was sent and did not arrive', () => {
    const short = '[…] content only (1x, as text)';
    expect(sentence({ short, said: null }, ['content', 'structuredContent', 'image', 'reserved _meta'])).toBe(
      'The model sees the text once, as text, but not the structured value or the image.',
    );
    expect(sentence({ short: '⟨…⟩ whole envelope (as text)', said: null }, ['content'])).not.toContain('but not');
  });

  it('has words for every short form that docs/verdicts.md shows', async () => {
    const text = await readFile(new URL('../../docs/verdicts.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| (`.*`)\s*\| .*\|$/gm)].map(([, forms = '']) => forms);
    const shown = rows.flatMap((forms) => [...forms.matchAll(/`([^`]+)`/g)].map(([, form = '']) => form));
    // What begins with dots or is one word of a form is a piece of one.
    const whole = shown.filter((form) => !/^…|^twice$|^3x$|^\(/.test(form));
    expect(whole.length).toBeGreaterThan(12);
    const filled = whole.map((form) => form.replace(/: "…"$/, ': "words"').replace('(…)', '(1x, as text)'));
    for (const short of filled) expect(sentence({ short, said: null })).not.toMatch(/^The verdict/);
  });
});
