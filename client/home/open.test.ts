import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markerName, openHome } from './open.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'home-'));
  home = join(folder, 'home');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('openHome', () => {
  it('creates a missing home, with its parents, for the user alone and marks it', () => {
    openHome(join(home, 'deep'));
    expect(statSync(join(home, 'deep')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'deep', markerName)).mode & 0o777).toBe(0o600);
  });

  it('marks a home in which the user put a configuration', () => {
    mkdirSync(home);
    writeFileSync(join(home, 'config.yaml'), 'model: {}');
    writeFileSync(join(home, '.env'), 'A=1');
    openHome(home);
    expect(readdirSync(home).sort()).toEqual(['.env', markerName, 'config.yaml']);
  });

  it.each(['state.db', 'hermes-agent', 'sessions', 'SOUL.md', 'mcp-tokens', 'profiles'])(
    'refuses a home that holds %s and no marker, and writes nothing',
    (sign) => {
      mkdirSync(join(home, sign), { recursive: true });
      writeFileSync(join(home, 'config.yaml'), '');
      expect(() => openHome(home)).toThrow(
        expect.objectContaining({
          name: 'HomeError',
          code: 'foreign',
          message:
            `Expected HERMES_HOME to be a new folder or one of this client, got ${home}, which another Hermes made ` +
            `(it holds ${sign}). Nothing was written. Set HERMES_HOME to a folder of its own.`,
        }),
      );
      expect(readdirSync(home).sort()).toEqual([sign, 'config.yaml'].sort());
    },
  );

  it('keeps a marked home, whatever else stands in it', () => {
    openHome(home);
    const before = readFileSync(join(home, markerName));
    mkdirSync(join(home, 'sessions'));
    openHome(home);
    expect(readFileSync(join(home, markerName))).toEqual(before);
  });

  it('refuses a home that is a file', () => {
    writeFileSync(home, '');
    expect(() => openHome(home)).toThrow(
      expect.objectContaining({
        code: 'unusable',
        message: `Cannot create or read the home folder ${home} (EEXIST). HERMES_HOME chooses another.`,
      }),
    );
  });
});
