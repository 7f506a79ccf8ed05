import { describe, expect, it } from 'vitest';
import { ConfigError } from './error.ts';
import { parseYaml } from './yaml.ts';

function refusal(text: string): string {
  try {
    parseYaml(text, 'c.yaml');
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'invalid-yaml') return error.message;
    throw error;
  }
  throw new Error('Expected it to be refused');
}

describe('parseYaml', () => {
  it.each([
    ['k: *s3cret', 'an alias (*) of an anchor that is not there; a value that begins with * needs quotes (c.yaml)'],
    ['k: !s3cret x', 'a tag (!) that is not known; a value that begins with ! needs quotes (c.yaml:1:4)'],
    ['a: [1, !s3cret {b: 1}]', 'a tag (!) that is not known; a value that begins with ! needs quotes (c.yaml:1:8)'],
    ['k: "s3cret" "more"', 'something that does not belong there (c.yaml:1:13)'],
    ['k: {a: s3cret: x}', 'a second colon, or an indented mapping or list, inside of brackets (c.yaml:1:8)'],
    ['k: "\\s3cret"', 'a backslash in double quotes that begins no known escape (c.yaml:1:5)'],
    ['k: @s3cret', 'a value that begins with a reserved character and needs quotes (c.yaml:1:4)'],
    ['k: "s3cret', 'a missing quote, bracket, comma or colon (c.yaml:1:11)'],
    ['k: &s3cret &b x', 'two anchors (&) on one value (c.yaml:1:12)'],
    ['s3cret: 1\ns3cret: 2', 'a key that its mapping has already (c.yaml:2:1)'],
    ['a:\n\ts3cret: 1', 'a tab in the indentation (c.yaml:2:1)'],
    ['a: s3cret\n---\nb: 1', 'a second document after --- (c.yaml:2:1)'],
    ['<<: s3cret', 'a merge (<<) of something that is no mapping (c.yaml)'],
  ])('says what is wrong with %j and quotes nothing of it', (text, fault) => {
    expect(refusal(text)).toBe(`Expected valid YAML, got ${fault}`);
    expect(fault).not.toContain('s3cret');
  });

  it.each([
    ['a: ', '['],
    ['a: ', '{x: '],
    ['- ', '- '],
    ['a:\n  ', '? '],
  ])('refuses values that are nested too deeply: %j and then %j', (start, level) => {
    expect(refusal(`${start}${level.repeat(10_000)}s3cret`)).toMatch(
      /^Expected valid YAML, got values that are nested too deeply \(c\.yaml:[12]:\d+\)$/,
    );
  });

  it('reads values that are nested deeper than any configuration needs', () => {
    expect(parseYaml(`${'['.repeat(90)}1${']'.repeat(90)}`, 'c.yaml').value).toEqual(
      JSON.parse(`${'['.repeat(90)}1${']'.repeat(90)}`),
    );
  });

  it('reads an empty text as nothing', () => {
    expect(['', '# note\n', '---\n'].map((text) => parseYaml(text, 'c.yaml').value)).toEqual([null, null, null]);
  });

  it('tells the keys of a mapping in the order of the text', () => {
    const file = parseYaml('m: {b: 1, 7: 1, "3": 1, a: 1, null: 1}\nl: [x]\n', 'c.yaml');
    expect(file.keysOf('m')).toEqual(['b', '7', '3', 'a', '']);
    expect([file.keysOf('l'), file.keysOf('none')]).toEqual([[], []]);
  });
});
