import { expect, it } from 'vitest';
import { limited } from './limited.ts';

const NOTE = '_The rest is left out: it would be too long. The report has all of it._';
const fold = (rows: number): string => `<details><summary>All</summary>\n\n${'| ü |\n'.repeat(rows)}\n</details>\n`;

it('leaves what fits as it is', () => {
  const text = `# Title\n\n${fold(3)}`;
  expect(limited(text, Buffer.byteLength(text))).toBe(text);
});

it('cuts after a line and says so, for every limit', () => {
  const text = `# Title\n\n${fold(40)}`;
  for (let limit = 0; limit < Buffer.byteLength(text); limit += 1) {
    const cut = limited(text, limit);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
    if (cut === '') continue;
    const [kept = '', ...after] = cut.split(`\n${NOTE}\n`);
    expect(after).toEqual(['']);
    // Every line that is kept is whole, and each fold is closed.
    expect(kept.replaceAll('| ü |\n', '')).not.toContain('ü');
    expect(kept.split('<details>').length).toBe(kept.split('</details>').length);
  }
  expect(limited(text, 200)).toContain('| ü |\n');
});

it('says nothing where not even the note fits', () => {
  expect(limited('x'.repeat(100), 50)).toBe('');
  expect(limited('x'.repeat(100), -5)).toBe('');
});
