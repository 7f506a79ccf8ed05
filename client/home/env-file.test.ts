import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEnvironment } from './env-file.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'env-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

describe('loadEnvironment', () => {
  it('gives the process environment where there is no file', () => {
    expect(loadEnvironment(home, { A: '1' })).toEqual({ A: '1' });
  });

  it('puts the filled variables of the file over it', () => {
    writeFileSync(join(home, '.env'), '\uFEFFA=new\n# note\nexport B="x y" # why\nC=\nD=\'${A} #1\'\nnonsense\n');
    expect(loadEnvironment(home, { A: 'old', C: 'kept', E: '5' })).toEqual({
      A: 'new',
      B: 'x y',
      C: 'kept',
      D: '${A} #1',
      E: '5',
    });
  });

  it('says that the file cannot be read', () => {
    mkdirSync(join(home, '.env'));
    expect(() => loadEnvironment(home, {})).toThrow(
      expect.objectContaining({ code: 'unusable', message: `Cannot read ${join(home, '.env')} (it is no plain file)` }),
    );
  });
});
