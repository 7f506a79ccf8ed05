import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

/** Who may import from whom. A folder that is not named here may import from everywhere. */
const MAY_IMPORT: Record<string, string[]> = {
  client: ['client'],
  'fixture-server': ['fixture-server', 'scenarios'],
  scenarios: ['scenarios'],
  harness: ['harness', 'scenarios', 'fixture-server', 'data'],
  data: ['data'],
};

// Words that only the harness has a use for: were one of them in the client, it could know that it is probed.
const FOREIGN_TO_THE_CLIENT = /probe|canary|fixture|harness|scenario/i;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path));
}

function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)),
  );
}

describe('the rooms of the house', () => {
  it.each(Object.entries(MAY_IMPORT))('%s imports only from where the plan allows', (folder, allowed) => {
    // A test may look into any room to hold one against another, but one of the client: those that do stand elsewhere.
    const files = sources(folder).filter((file) => folder === 'client' || !file.includes('.test.'));
    expect(files.length).toBeGreaterThan(0);
    const strangers = files.flatMap((file) =>
      imports(file)
        .filter((path) => !allowed.includes(path.split(sep)[0] ?? ''))
        .map((path) => `${file} -> ${path}`),
    );
    expect(strangers).toEqual([]);
  });

  it('keeps the client from knowing that it is probed', () => {
    const telling = sources('client')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, index) => (FOREIGN_TO_THE_CLIENT.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
      );
    expect(telling).toEqual([]);
  });
});
