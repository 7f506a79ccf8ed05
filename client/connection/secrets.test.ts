import { describe, expect, it } from 'vitest';
import { createMask } from './secrets.ts';

const stdio = (env: Record<string, string>) => createMask({ kind: 'stdio', command: 'a', args: [], env });

describe('a mask', () => {
  it('hides every value of the environment, wherever it stands and in every form', () => {
    const { hide } = stdio({ TOKEN: 'pa"ss wörd&1' });
    const text = `${JSON.stringify({ said: 'bad pa"ss wörd&1' })} ?t=pa%22ss+w%C3%B6rd%261 #pa%22ss%20w%C3%B6rd%261`;
    expect(hide(text)).toBe('{"said":"bad [REDACTED]"} ?t=[REDACTED] #[REDACTED]');
  });

  it('hides each line of a secret of several lines', () => {
    const { hide } = stdio({ KEY: '-----BEGIN-----\nabcdefgh\r\n  ijklmnop\n-----END-----\n' });
    expect(hide('"abcdefgh\\nijklmnop"')).toBe('"[REDACTED]\\n[REDACTED]"');
  });

  it('hides the longer of two secrets that share their beginning', () => {
    const { hide, longest } = stdio({ A: 'secret', B: 'secret-longer' });
    expect([hide('secret-longer secret'), longest]).toEqual(['[REDACTED] [REDACTED]', 13]);
  });

  it('leaves short values alone, and everything where there are none', () => {
    expect(stdio({ DEBUG: 'true', PORT: '8080' }).hide('true 8080')).toBe('true 8080');
    expect(stdio({})).toMatchObject({ longest: 0 });
  });

  it('hides header values with and without their scheme, and what an address carries', () => {
    const { hide } = createMask({
      kind: 'http',
      url: 'http://user-name:p%40ssword@h/mcp?key=s3cret-query&v=2',
      headers: { Authorization: 'Bearer tok-123456', 'X-Key': 'key-987654' },
    });
    expect(hide('Bearer tok-123456, tok-123456, key-987654')).toBe('[REDACTED], [REDACTED], [REDACTED]');
    expect(hide('no user-name p%40ssword p@ssword at /mcp?key=s3cret-query&v=2')).toBe(
      'no [REDACTED] [REDACTED] [REDACTED] at /mcp?key=[REDACTED]&v=2',
    );
  });

  it('takes values that no address can hold, and addresses that are none', () => {
    expect(stdio({ A: '\ud800 lone surrogate' }).hide('x \ud800 lone surrogate')).toBe('x [REDACTED]');
    expect(createMask({ kind: 'http', url: 'nonsense', headers: {} }).longest).toBe(0);
    expect(createMask({ kind: 'http', url: 'http://%E0%A4%A:x@h', headers: {} }).hide('%E0%A4%A')).toBe('[REDACTED]');
  });
});
