import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText, UnreadableFileError } from './read-text.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-text-'));
  file = join(folder, 'file');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const refused = (message: string) =>
  expect.objectContaining({ constructor: UnreadableFileError, message }) as UnreadableFileError;

describe('readText', () => {
  it('reads a file, also through a link, without its byte order mark', () => {
    writeFileSync(file, '\uFEFFgrüße\n');
    symlinkSync('file', join(folder, 'link'));
    expect(readText(join(folder, 'link'), 100)).toBe('grüße\n');
  });

  it('gives nothing where there is nothing', () => {
    symlinkSync('gone', file);
    expect([readText(file, 100), readText(join(folder, 'none'), 100)]).toEqual([undefined, undefined]);
  });

  it('refuses a folder, a loop of links, and a file that is too large or no UTF-8', () => {
    mkdirSync(file);
    expect(() => readText(file, 100)).toThrow(refused('it is no plain file'));
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => readText(join(folder, 'loop'), 100)).toThrow(refused('ELOOP'));
    const other = join(folder, 'other');
    writeFileSync(other, Buffer.from([0x61, 0xe9, 0x62]));
    expect(() => readText(other, 100)).toThrow(refused('it is not UTF-8'));
    truncateSync(other, 101);
    expect(() => readText(other, 100)).toThrow(refused('it has 101 bytes, at most 100 are read'));
  });

  it.runIf(process.platform !== 'win32')('refuses a device and a pipe, which would be read for ever', () => {
    symlinkSync('/dev/zero', file);
    expect(() => readText(file, 100)).toThrow(refused('it is no plain file'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => readText(join(folder, 'pipe'), 100)).toThrow(refused('it is no plain file'));
  });
});
