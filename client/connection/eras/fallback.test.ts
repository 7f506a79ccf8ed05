import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../errors.ts';
import { looksStateless } from './fallback.ts';

const rejected = (rpcCode: number, text: string) =>
  new ConnectionError('rejected', 'method not found', { rpcCode, rpcMessage: text });

describe('looksStateless', () => {
  it.each([-32022, -32601])('takes code %i for a sign', (code) => {
    expect(looksStateless(rejected(code, 'no'))).toBe(true);
  });

  it.each([
    'Unsupported Protocol Version',
    'failed with -32022',
    'failed with -32601',
    'Method not found: initialize',
    'unknown method',
    'Not found: ping',
    'method not supported',
  ])('takes the text "%s" for a sign', (text) => {
    expect(looksStateless(rejected(-32000, text))).toBe(true);
  });

  it.each([-32000, -32600, -32602, -32020, -32021])('takes code %i for none', (code) => {
    expect(looksStateless(rejected(code, 'no'))).toBe(false);
  });

  it('never takes silence, a lost server or a wall for a sign, whatever the text', () => {
    const text = 'method not found';
    expect(looksStateless(new ConnectionError('timeout', text))).toBe(false);
    expect(looksStateless(new ConnectionError('closed', text))).toBe(false);
    expect(looksStateless(new ConnectionError('malformed_frame', text))).toBe(false);
    expect(looksStateless(new ConnectionError('unauthorized', text, { httpStatus: 401 }))).toBe(false);
    expect(looksStateless(new ConnectionError('http_status', text, { httpStatus: 404 }))).toBe(true);
  });
});
