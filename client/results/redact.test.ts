import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  it.each([
    ['ghp_abcDEF012 rest', '[REDACTED] rest'],
    [`ghp_${'a'.repeat(400)}.`, '[REDACTED].'],
    ['sk-ant-api03-x_y.z, rest', '[REDACTED], rest'],
    ['sk-a..b. Rest', '[REDACTED]. Rest'],
    ['Authorization: bearer  abc.def-ghi rest', 'Authorization: [REDACTED] rest'],
    ['?token=abc&key=d;API_KEY=e,password=f "secret=g"', '?[REDACTED]&[REDACTED];[REDACTED],[REDACTED] "[REDACTED]"'],
    ['monkey=banana', 'mon[REDACTED]'],
    ['TOKEN=abc', '[REDACTED]'],
  ])('of %s leaves %s', (text, left) => {
    expect(redact(text)).toBe(left);
  });

  it.each(['sk-', 'ghp_', 'Bearer ', 'secret='])('takes a credential of 10,000,000 characters after %j', (mark) => {
    expect(redact(`${mark}${'a'.repeat(10_000_000)} rest`)).toBe('[REDACTED] rest');
  });

  it('takes one of millions of parts', () => {
    expect(redact(`sk-${'a.'.repeat(5_000_000)}`)).toBe('[REDACTED].');
  });

  it.each(['the key is lost', 'token: none', 'bearers of news', 'a sk- mark', 'secret='])('leaves %s alone', (text) => {
    expect(redact(text)).toBe(text);
  });
});
