import { isUtf8 } from 'node:buffer';
import type { Linter, Problem, StoredFile } from './linter.ts';
import { repeatedKeys } from './repeated-keys.ts';

const MARK = '\uFEFF';
const NO_UTF8 = 'UTF-8, got other bytes';

/** Whoever reads a file sees all of it, and the same as everybody else. */
export const plainText: Linter = {
  name: 'plain-text',
  description:
    'A file is UTF-8 without a byte order mark, its lines end in LF, and what is written by hand names no key twice; a page is UTF-8.',
  check: ({ files, pages }) => [
    ...files.flatMap((file) => faultsOf(file).map((text) => problem(file, text))),
    // How the lines of a page end is a matter of its repository.
    ...pages.filter(({ bytes }) => !isUtf8(bytes)).map((page) => problem(page, NO_UTF8)),
  ],
  fix: ({ text }) => {
    const plain = text.replaceAll('\r\n', '\n').replace(MARK, '');
    return plain === text ? undefined : plain;
  },
};

function problem({ path }: { path: string }, expected: string): Problem {
  return { path, text: `Expected ${expected}.` };
}

function faultsOf({ path, bytes, text, json }: StoredFile): string[] {
  if (!isUtf8(bytes)) return [NO_UTF8];
  const faults: string[] = [];
  if (text.startsWith(MARK)) faults.push('no byte order mark, got one');
  if (text.includes('\r')) faults.push('lines that end in LF, got a CR');
  // In the folder of runs every file has its exact bytes (key-order).
  const twice = path.startsWith('data/') && json !== undefined ? repeatedKeys(text) : [];
  return [...faults, ...twice.map((key) => `the key ${JSON.stringify(key)} once in its object, got it twice`)];
}
