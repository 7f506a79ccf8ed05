import { describe, expect, it } from 'vitest';
import { compareVersions } from './version.ts';

describe('compareVersions', () => {
  it.each([
    ['0.9.0', '0.10.0'],
    ['1.0.0-rc.1', '1.0.0'],
    ['1.0.0-rc.2', '1.0.0-rc.10'],
    ['1.0.0-alpha', '1.0.0-beta'],
    ['0.23.0', '0.23.0+689.ga9ff979'],
    ['0.23.0+689.ga9ff979', '0.23.0+1000.g0000000'],
    ['26.803.41515', '26.803.41600'],
    ['nightly-a', 'nightly-b'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it('finds a version equal to itself only', () => {
    expect(compareVersions('1.0', '1.0')).toBe(0);
    expect(compareVersions('1.0', '1.00')).not.toBe(0);
  });
});
