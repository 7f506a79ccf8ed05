import { describe, expect, it } from 'vitest';
import { removeUnseen, toolDescription } from './description.ts';

/** ASCII letters as characters of the Unicode TAG block. */
function tags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
}

const england = `\u{1F3F4}${tags('gbeng')}\u{E007F}`;

describe('removeUnseen', () => {
  it('removes the whole TAG block', () => {
    expect(removeUnseen(`Finds${tags('obey me')} pages\u{E0000}\u{E0001}\u{E007F}.`)).toBe('Finds pages.');
  });

  it('keeps the flag of a region whole', () => {
    expect(removeUnseen(`Docs of ${england}.`)).toBe(`Docs of ${england}.`);
  });

  it('removes tags after a flag that does not end', () => {
    expect(removeUnseen(`\u{1F3F4}${tags('gbeng')}!`)).toBe('\u{1F3F4}!');
  });

  it('removes bidirectional embeddings, overrides and isolates', () => {
    expect(removeUnseen('a\u202Ab\u202Bc\u202Cd\u202De\u202Ef\u2066g\u2067h\u2068i\u2069j')).toBe('abcdefghij');
  });

  it('makes no hidden letter of two halves around what it removes', () => {
    expect(removeUnseen('a\uDB40\u202E\uDC41b\uDB40\u{E0041}\uDC41')).toBe('a\uFFFD\uFFFDb\uFFFD\uFFFD');
  });

  it('keeps marks, joiners and spaces of zero width, which scripts and emoji need', () => {
    expect(removeUnseen('a\u200Bb\u200Cc\u200Dd\u200Ee\u200Ff')).toBe('a\u200Bb\u200Cc\u200Dd\u200Ee\u200Ff');
  });
});

describe('toolDescription', () => {
  it('is the cleaned text of the server', () => {
    expect(toolDescription('docs', { name: 'search', description: 'Finds \u202Epages' })).toBe('Finds pages');
  });

  it.each([undefined, '', ' \n', tags('hidden'), 7, null, ['a']])('replaces %j by a text of ours', (description) => {
    const tool = description === undefined ? { name: 'search' } : { name: 'search', description };
    expect(toolDescription('docs', tool)).toBe('MCP tool search from docs');
  });

  it('cleans the name in that text too', () => {
    expect(toolDescription('docs', { name: `se${tags('x')}arch` })).toBe('MCP tool search from docs');
  });
});
