import { describe, expect, it } from 'vitest';
import { parseBoolish } from './boolish.ts';

function parse(value: unknown, fallback: boolean) {
  const warnings: string[] = [];
  const result = parseBoolish(value, fallback, 'mcp_servers.docs.enabled', (message) => warnings.push(message));
  return { result, warnings };
}

describe('parseBoolish', () => {
  it.each([true, 1, -1, 0.5, 'true', ' YES ', 'On', '1'])('takes %j as on', (value) => {
    expect(parse(value, false)).toEqual({ result: true, warnings: [] });
  });

  it.each([false, 0, 'false', 'No', ' off', '0'])('takes %j as off', (value) => {
    expect(parse(value, true)).toEqual({ result: false, warnings: [] });
  });

  it.each([undefined, null])('takes %j as the default', (value) => {
    expect(parse(value, true)).toEqual({ result: true, warnings: [] });
    expect(parse(value, false)).toEqual({ result: false, warnings: [] });
  });

  it.each([
    ['maybe', '"maybe"'],
    ['', '""'],
    [[], 'a list'],
    [{}, 'a mapping'],
  ])('warns of %j and takes the default', (value, came) => {
    expect(parse(value, true)).toEqual({
      result: true,
      warnings: [
        `Expected true, false, yes, no, on, off, 1 or 0, got ${came}; true is used (mcp_servers.docs.enabled)`,
      ],
    });
  });
});
