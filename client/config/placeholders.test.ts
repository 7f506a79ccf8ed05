import { describe, expect, it } from 'vitest';
import { describe as describeValue } from './describe.ts';
import { ConfigError } from './error.ts';
import { withPlaceholders } from './placeholders.ts';

const secret = `s3cret-"${'x'.repeat(80)}`;
const names = {
  environment: { TOKEN: secret, WORD: 'maybe', PART: 's3cret', PADDED: ' padded-secret\n' },
  userHome: '/home/ada',
  workspaceFolder: '/w',
};

/** The warning and the error that show a value. */
function messages(raw: unknown): string[] {
  const told: string[] = [];
  try {
    withPlaceholders(
      raw,
      names,
      (message) => told.push(message),
      (value, warn) => {
        warn(`got ${describeValue(value)}`);
        throw new ConfigError('invalid-value', `got ${describeValue(value)}`, 'here');
      },
    );
  } catch (error) {
    told.push(error instanceof Error ? (error.stack ?? '') : '');
  }
  return told;
}

describe('withPlaceholders', () => {
  it('gives the value with its placeholders replaced', () => {
    expect(
      withPlaceholders(
        ['${WORD}', 1],
        names,
        () => undefined,
        (value) => value,
      ),
    ).toEqual(['maybe', 1]);
  });

  it.each([
    ['${TOKEN}', '"${TOKEN}…"'],
    ['Bearer ${env:TOKEN}', '"Bearer ${env:TOKEN}…"'],
    ['${PADDED}', '"${PADDED}"'],
    ['${PART} and ${TOKEN}', '"${PART} and ${TOKEN}…"'],
    ['${userHome}', '"/home/ada"'],
    ['${WORD}', '"maybe"'],
    ['plain', '"plain"'],
  ])('shows %j as %s', (raw, shown) => {
    const [warning, error] = messages(raw);
    expect(warning).toBe(`got ${shown}`);
    expect(error).toContain(`got ${shown} (here)`);
    expect(error).not.toContain('xxxxxx');
  });

  it('lets other errors through', () => {
    const fail = () => {
      throw new TypeError('a fault of ours');
    };
    expect(() => withPlaceholders('x', names, () => undefined, fail)).toThrow(TypeError);
  });
});
