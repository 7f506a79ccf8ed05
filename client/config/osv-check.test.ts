import { describe, expect, it } from 'vitest';
import { parseOsvCheck } from './osv-check.ts';

function parse(mcp: unknown, environment: Record<string, string> = {}) {
  const warnings: string[] = [];
  return { check: parseOsvCheck({ mcp }, environment, (message) => warnings.push(message)), warnings };
}

const endpoint = 'https://api.osv.dev/v1/query';

describe('parseOsvCheck', () => {
  it.each([undefined, null, {}, { osv_check: null }, { osv_check: 'on' }, 'x'])('is on with %j', (mcp) => {
    expect(parse(mcp)).toEqual({ check: { endpoint, cacheSeconds: 3600 }, warnings: [] });
  });

  it.each([false, 'off', 0])('is off with %j', (value) => {
    expect(parse({ osv_check: value })).toEqual({ check: undefined, warnings: [] });
  });

  it('stays on with a word that nobody knows', () => {
    expect(parse({ osv_check: 'sometimes' })).toMatchObject({
      check: { endpoint },
      warnings: ['Expected true, false, yes, no, on, off, 1 or 0, got "sometimes"; true is used (mcp.osv_check)'],
    });
  });

  it('takes the address and the time from the environment', () => {
    const environment = { OSV_ENDPOINT: ' http://127.0.0.1:9/q ', OSV_CHECK_CACHE_TTL: '0' };
    expect(parse({}, environment)).toEqual({
      check: { endpoint: 'http://127.0.0.1:9/q', cacheSeconds: 0 },
      warnings: [],
    });
    expect(parse({}, { OSV_ENDPOINT: '', OSV_CHECK_CACHE_TTL: ' ' }).warnings).toEqual([]);
  });

  it('warns of what it cannot use and takes the default', () => {
    expect(parse({}, { OSV_ENDPOINT: 'file:///s3cret', OSV_CHECK_CACHE_TTL: 'ever' })).toEqual({
      check: { endpoint, cacheSeconds: 3600 },
      warnings: [
        `Expected "OSV_ENDPOINT" to be an http or https address, got the scheme "file"; ${endpoint} is used (environment)`,
        'Expected OSV_CHECK_CACHE_TTL to be a number of seconds from 0 to 2147483, got "ever"; 3600 is used (environment)',
      ],
    });
  });
});
