import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, code, target } from './markdown.ts';

describe('cell', () => {
  it('takes the meaning from everything that is markup', () => {
    expect(cell('a|b `c` *d* _e_ __f__ [g](h) [i][j] <k> &amp; ~l~ \\')).toBe(
      'a\\|b \\`c\\` \\*d\\* _e\\_ __f\\_\\_ [g\\](h) [i\\][j] \\<k> \\&amp; \\~l\\~ \\\\',
    );
  });

  it('leaves a short form as it is', () => {
    const short = '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)';
    expect(cell(short)).toBe(short);
  });

  it('keeps everything on one line and shows what hides', () => {
    expect(cell('a\nb\tc\u202Ed')).toBe('a\\\\nb\\\\tc\\\\u{202E}d');
  });
});

describe('code', () => {
  it('shows text as it is, with a fence longer than any in it', () => {
    expect(code('plain')).toBe('`plain`');
    expect(code('a``b')).toBe('```a``b```');
    expect(code('`a')).toBe('`` `a ``');
    expect(code('a|b')).toBe('`a\\|b`');
    expect(code('one\ntwo')).toBe('`one\\ntwo`');
  });

  it('never breaks a row, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = code(text);
        expect(shown).not.toMatch(/[\n\r\u2028\u2029\u202E]/);
        expect(shown.replaceAll('\\|', '')).not.toContain('|');
      }),
    );
  });
});

describe('target', () => {
  it('encodes what would end a link early', () => {
    expect(target('../runs/a@1.0+2/x (y)#?/')).toBe('../runs/a@1.0+2/x%20%28y%29%23%3F/');
  });

  it('takes half a character for the sign of none', () => {
    expect(target('a/\uD800b')).toBe('a/%EF%BF%BDb');
  });
});
