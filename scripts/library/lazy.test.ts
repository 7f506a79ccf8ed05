import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');
const IMPORTED = /^(?:import|export)\b[^'"]*?(?:from )?"(\.[^"]+)";$/gm;
const LAZY = /\bimport\("(\.[^"]+)"\)/g;

/** A built file and all that is loaded with it, by path. */
async function loadedWith(file: string, files = new Map<string, string>()): Promise<Map<string, string>> {
  if (files.has(file)) return files;
  const text = await readFile(file, 'utf8');
  files.set(file, text);
  for (const [, path = ''] of text.matchAll(IMPORTED)) await loadedWith(join(dirname(file), path), files);
  return files;
}

/** The packages in what is loaded with a file. */
async function packagesOf(file: string): Promise<string[]> {
  const texts = [...(await loadedWith(file)).values()].join('\n');
  const names = texts.matchAll(/^\/\/ (?:\S*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/gm);
  return [...new Set([...names].map(([, name = '']) => name))].sort();
}

/** The chunk that a function of the library loads when it is called. */
async function chunkOf(name: string): Promise<string> {
  const text = await readFile(join(dist, 'index.js'), 'utf8');
  const [, path = ''] = [...text.matchAll(LAZY)].find(([, chunk = '']) => chunk.includes(`/${name}-`)) ?? [];
  return join(dist, path);
}

it('loads no package until a function is called, and then no more than that function needs', async () => {
  expect(await packagesOf(join(dist, 'index.js'))).toEqual([]);
  const [judging, comparing, probing] = await Promise.all(
    ['judging', 'comparing', 'probing'].map(async (name) => packagesOf(await chunkOf(name))),
  );
  // That they are seen where they are.
  expect(judging).toContain('@modelcontextprotocol/core');
  expect(probing).toContain('handlebars');
  for (const name of ['cli-table3', 'commander', 'execa', 'handlebars']) {
    expect(judging).not.toContain(name);
    expect(comparing).not.toContain(name);
  }
  expect(probing).not.toContain('cli-table3');
});
