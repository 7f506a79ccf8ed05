import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MAX_NAMES_BYTES, readNamesFile } from './names-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-file-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

it('reads hosts and passes over what is none', () => {
  writeFileSync(at('names'), 'a.invalid\n\nB.invalid\n<b>x</b>\nuser@c.invalid\n\0\n192.0.2.1\n');
  expect(readNamesFile(at('names'))).toEqual(['a.invalid', 'b.invalid', '192.0.2.1']);
});

it('reads no more than may be there', () => {
  writeFileSync(at('long'), 'a.invalid\n'.repeat(MAX_NAMES_BYTES));
  expect(readNamesFile(at('long')).length).toBeLessThanOrEqual(MAX_NAMES_BYTES / 10 + 1);
});

it.each([
  ['nothing', () => undefined],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link to a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  ['a pipe that nobody writes to', (path: string) => void execFileSync('mkfifo', [path])],
])('finds no names in %s', (name, make) => {
  make(at(name));
  expect(readNamesFile(at(name))).toEqual([]);
});
