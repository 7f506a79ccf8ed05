// The types of the library, for those who install the package: what its entry names, and what that names in turn.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// It does not check, which `npm run check` does: so it costs half a second, on top of a build that anyone may wait for.
const OPTIONS =
  '--ignoreConfig --declaration --emitDeclarationOnly --noCheck --strict --exactOptionalPropertyTypes --module preserve ' +
  '--target es2023 --allowImportingTsExtensions --resolveJsonModule --types node';
const IMPORT = /(?<=\b(?:from |import\()')(\.[^']+)\.ts(?=')/g;

/** The declarations that `entry` reaches, by their paths below `root`; imports name the files as Node does, `./x.js`. */
export async function declarationsOf(entry, root) {
  const folder = await mkdtemp(join(tmpdir(), 'declarations-'));
  try {
    const tsc = fileURLToPath(new URL('./bin/tsc', import.meta.resolve('typescript/package.json')));
    const args = [entry, ...OPTIONS.split(' '), '--rootDir', root, '--outDir', folder];
    await promisify(execFile)(process.execPath, [tsc, ...args], { cwd: root });
    return await reached(entry.replace(/\.ts$/, '.d.ts'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function reached(first, folder) {
  const texts = new Map();
  const left = [first];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (texts.has(path)) continue;
    const text = await readFile(join(folder, path), 'utf8');
    texts.set(path, text.replaceAll(IMPORT, '$1.js'));
    for (const [target] of text.matchAll(IMPORT)) left.push(join(dirname(path), target.replace(/\.ts$/, '.d.ts')));
  }
  return texts;
}
