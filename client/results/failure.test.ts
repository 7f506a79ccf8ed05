import { describe, expect, it } from 'vitest';
import { InvalidResultError } from './error.ts';
import { renderError, renderFailure } from './failure.ts';

describe('renderFailure', () => {
  it.each([
    [new Error('the server closed the connection'), 'The call failed: the server closed the connection'],
    [new TypeError(''), 'The call failed: TypeError'],
    ['just a text', 'The call failed: just a text'],
    [undefined, 'The call failed: no reason was given'],
    [{ message: 'not an error' }, 'The call failed: no reason was given'],
    [
      new InvalidResultError('invalid', 'content: expected an array, got nothing'),
      'The call failed: the server sent a result that is not valid (content: expected an array, got nothing)',
    ],
    [new InvalidResultError('input-required', 'The server wants input'), 'The call failed: The server wants input'],
  ])('tells of %o', (error, text) => {
    expect(renderFailure(error)).toBe(JSON.stringify({ error: text }).replace('":"', '": "'));
  });

  it('hides credentials, and hidden letters', () => {
    expect(renderFailure(new Error('401 for https://x.example/?token=abc&a=1\u{e0041}'))).toBe(
      '{"error": "The call failed: 401 for https://x.example/?[REDACTED]&a=1"}',
    );
  });

  it('makes no hidden letter of two halves', () => {
    expect(renderFailure(new Error('\uDB40\u{E0048}\uDC49'))).toBe('{"error": "The call failed: \uFFFD\uFFFD"}');
  });

  it('is bounded, with no credential cut in two and no character either', () => {
    const { error } = JSON.parse(renderError(`${'x'.repeat(2040)}Bearer ${'s'.repeat(5000)}`)) as { error: string };
    expect(error).toBe(`${'x'.repeat(2040)}[REDACTE… [truncated]`);
    const smiles = JSON.parse(renderError(`x${'\u{1f600}'.repeat(2000)}`)) as { error: string };
    expect(smiles.error).toBe(`x${'\u{1f600}'.repeat(1023)}… [truncated]`);
  });
});
