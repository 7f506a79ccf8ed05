import { describe, expect, it } from 'vitest';
import { resolveHome } from './resolve.ts';

describe('resolveHome', () => {
  it.each([
    [undefined, '/home/ada/.hermes'],
    ['', '/home/ada/.hermes'],
    ['  ', '/home/ada/.hermes'],
    ['/srv/agent/', '/srv/agent'],
    [' ~/agents/a ', '/home/ada/agents/a'],
    ['~', '/home/ada'],
    ['~bob/x', `${process.cwd()}/~bob/x`],
  ])('resolves HERMES_HOME=%j to %s', (value, expected) => {
    expect(resolveHome({ HERMES_HOME: value }, '/home/ada')).toBe(expected);
  });
});
