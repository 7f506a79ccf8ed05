// Builds dist/: the client and the stdio fixture as one CommonJS file each, so that a run starts without resolving
// packages, and the probe as ESM with one chunk a verb, so that a verb loads only what it needs.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  legalComments: 'none',
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __TITLE__: JSON.stringify(`Hermes-style client of ${manifest.name}`),
    __WEBSITE__: JSON.stringify(manifest.homepage ?? ''),
  },
};

const single = { ...common, format: 'cjs', external: [] };

const built = await Promise.all([
  build({
    ...single,
    entryPoints: ['client/launcher.ts'],
    outfile: 'dist/hermes.cjs',
    banner: { js: '#!/usr/bin/env node' },
  }),
  build({
    ...single,
    entryPoints: ['client/main.ts'],
    outfile: 'dist/hermes-main.cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    // The launcher runs the program as a script, which has no import().
    supported: { 'dynamic-import': false },
  }),
  build({ ...single, entryPoints: ['fixture-server/main.ts'], outfile: 'dist/fixture-server.cjs' }),
  build({
    ...common,
    entryPoints: { 'mcp-client-probe': 'scripts/main.ts' },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    packages: 'external',
    chunkNames: 'chunks/[name]-[hash]',
  }),
]);

// A probe may be running from these files: what has not changed is left alone, and a file is replaced as a whole.
const outputs = new Map(built.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [path, contents])));
for (const [path, contents] of outputs) {
  if ((await readFile(path).catch(() => undefined))?.equals(contents)) continue;
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.part`;
  await writeFile(beside, contents, { mode: 0o755 });
  await rename(beside, path);
}
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || entry.name.endsWith('.part')) continue;
  if (!outputs.has(path) && !path.startsWith(join(dist, 'cache'))) await rm(path);
}
await import('./code-cache.mjs');
