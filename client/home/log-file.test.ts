import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxLogBytes, openLogFile } from './log-file.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'log-file-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const path = (name = 'x.log') => join(home, 'logs', name);

function append(text: string): void {
  const file = openLogFile(home, 'x.log');
  writeSync(file, text);
  closeSync(file);
}

describe('openLogFile', () => {
  it('makes folder and file for the user alone, and appends', () => {
    append('one\n');
    append('two\n');
    expect(readFileSync(path(), 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('leaves the mode of a folder that the user made', () => {
    mkdirSync(join(home, 'logs'));
    chmodSync(join(home, 'logs'), 0o750);
    append('one\n');
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o750);
  });

  it('sets a log aside that has grown to its limit, and keeps one of them', () => {
    append('old\n');
    truncateSync(path(), maxLogBytes);
    append('new\n');
    truncateSync(path(), maxLogBytes + 1);
    append('newest\n');
    expect(readdirSync(join(home, 'logs')).sort()).toEqual(['x.log', 'x.log.1']);
    expect(readFileSync(path(), 'utf8')).toBe('newest\n');
    expect(readFileSync(path('x.log.1'), 'utf8').slice(0, 4)).toBe('new\n');
  });

  it.runIf(process.platform !== 'win32')(
    'throws at once for a pipe without a reader, and for a file where the folder should be',
    () => {
      mkdirSync(join(home, 'logs'));
      execFileSync('mkfifo', [path()]);
      expect(() => openLogFile(home, 'x.log')).toThrow(expect.objectContaining({ code: 'ENXIO' }));
      rmSync(join(home, 'logs'), { recursive: true });
      writeFileSync(join(home, 'logs'), '');
      expect(() => openLogFile(home, 'x.log')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    },
  );
});
