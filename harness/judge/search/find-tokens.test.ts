import { describe, expect, it } from 'vitest';
import { canary } from '../../../scenarios/canary.ts';
import { png } from '../../../scenarios/result/png.ts';
import { findTokens } from './find-tokens.ts';

const token = canary('cnt', 'head', 'find-tokens');
const other = canary('str', 'head', 'find-tokens');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a token in a text', () => {
  it('is found at its offset, as often as it stands there', () => {
    expect(findTokens(`a ${token}, b ${other}${other}`, [token, other])).toEqual([
      { token, offset: 2, form: 'text' },
      { token: other, offset: 2 + token.length + 4, form: 'text' },
      { token: other, offset: 2 + token.length + 4 + other.length, form: 'text' },
    ]);
  });

  it.each([
    ['cut at its end', token.slice(0, -1)],
    ['cut at its start', token.slice(1)],
    ['cut and continued', `${token.slice(0, -2)}zz`],
    ['in other letters', token.toUpperCase()],
    ['torn apart', `${token.slice(0, 8)} ${token.slice(8)}`],
    ['cut in base64', base64(`${'x'.repeat(20)}${token.slice(0, -1)}`)],
    ['in base64 that was cut', base64(`${'x'.repeat(20)}${token}`).slice(0, -3)],
  ])('is not found when it is %s', (_how, text) => {
    expect(findTokens(`before ${text} behind`, [token])).toEqual([]);
  });

  it('is one copy when it stands in JSON in JSON, however deep', () => {
    let text = `"${token}"`;
    for (let depth = 0; depth < 6; depth += 1) text = JSON.stringify({ inner: text });
    expect(findTokens(text, [token])).toEqual([{ token, offset: text.indexOf(token), form: 'text' }]);
  });

  it('is found where its own letters are escaped, at the place where the escape begins', () => {
    const json = JSON.stringify(JSON.stringify(`x ${token}`)).replaceAll('~', String.raw`\\u007e`);
    const xml = `<a>${Array.from(token, (letter) => `&amp;#${letter.charCodeAt(0)};`).join('')}</a>`;
    expect(findTokens(json, [token])).toEqual([{ token, offset: json.indexOf('cnt'), form: 'text' }]);
    expect(findTokens(xml, [token])).toEqual([{ token, offset: 3, form: 'text' }]);
  });

  it('is not lost where the text before it only looks like an escape', () => {
    const reserved = canary('res', 'head', 'find-tokens');
    expect(findTokens(`\\${reserved}`, [reserved]).map(({ offset }) => offset)).toEqual([1]);
  });
});

describe('a token in base64', () => {
  it.each([0, 1, 2, 3, 4, 5])('is found behind %i other bytes, at the digit where it begins', (bytes) => {
    const run = base64(`${'x'.repeat(bytes)}${token}.`);
    const text = `see ${run}`;
    expect(findTokens(text, [token])).toEqual([{ token, offset: 4 + Math.floor((bytes * 4) / 3), form: 'base64' }]);
  });

  it('is found in the URL alphabet, without padding', () => {
    const run = Buffer.from(`??>>~~${token}`).toString('base64url');
    expect(run).toMatch(/[-_]/);
    expect(findTokens(run, [token])).toMatchObject([{ form: 'base64' }]);
  });

  it('is found in a data: URL, in wrapped lines, glued to a word, and with escaped slashes', () => {
    // The token stands across the end of the first line.
    const run = base64(`${'\u00ff'.repeat(25)}${token}`);
    expect(run).toContain('/');
    const wrapped = run.replaceAll(/.{76}/g, (line) => `${line}\r\n`);
    expect(wrapped).toContain('\r\n');
    const slashed = run.replaceAll('/', String.raw`\/`);
    for (const text of [`data:image/png;base64,${run}`, wrapped, `abc${run}`, slashed, `\\n${run}`]) {
      expect(findTokens(text, [token])).toMatchObject([{ token, form: 'base64' }]);
    }
  });

  it('is found one layer deeper, and no deeper than that', () => {
    expect(findTokens(base64(base64(token)), [token])).toEqual([{ token, offset: 0, form: 'base64 in base64' }]);
    expect(findTokens(base64(base64(base64(token))), [token])).toEqual([]);
  });

  it('is found in the bytes of an image', () => {
    expect(findTokens(png(token), [token])).toMatchObject([{ token, form: 'base64' }]);
  });

  it('is not found in a run of fewer than 16 digits, which may be a word', () => {
    expect(base64('short~tok')).toHaveLength(12);
    expect(findTokens(base64('short~tok'), ['short~tok'])).toEqual([]);
  });
});

describe('a token in a file path', () => {
  it.each(['/tmp/x/', 'C:\\data\\', '~/', 'file:///tmp/', 'MEDIA:/cache/'])(
    'is told by what stands before it: %s',
    (path) => {
      expect(findTokens(`saved to ${path}${token}.txt`, [token])).toMatchObject([{ form: 'file path' }]);
      expect(findTokens(JSON.stringify({ saved: `line\n${path}${token}.txt` }), [token])).toMatchObject([
        { form: 'file path' },
      ]);
    },
  );

  it.each(['https://example.com/', 'a/', '</a>', '"'])('is a text behind %s', (before) => {
    expect(findTokens(`see ${before}${token}`, [token])).toMatchObject([{ form: 'text' }]);
  });
});
