// Builds dist/: the client and the stdio fixture as one CommonJS file each, so that a run starts without resolving
// packages, and the probe as ESM, packages included, with one chunk a verb, so that a verb loads only what it needs. The
// library shares these chunks; its types lie beside it.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { declarationsOf } from './declarations.mjs';
import { lazyParts } from './lazy-parts.mjs';
import { noticesOf } from './notices.mjs';
import { precompile } from './precompile.mjs';

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
  metafile: true,
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __TITLE__: JSON.stringify(`Hermes-style client of ${manifest.name}`),
    __WEBSITE__: JSON.stringify(manifest.homepage ?? ''),
  },
};

const single = { ...common, format: 'cjs', external: [] };

const LIBRARY = 'scripts/library/index.ts';
const typed = declarationsOf(LIBRARY, root);

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
    // In place of the built-in ones, in packages too: a run that loads those loads the whole built-in fetch.
    inject: ['client/connection/http/web/headers.ts', 'client/connection/http/web/response.ts'],
    plugins: [lazyParts],
    // The engine's schemas read a few messages a run: to compile a reader for each costs 5 ms more than it saves.
    banner: { js: 'globalThis.__zod_globalConfig = { jitless: true };' },
    minifyWhitespace: true,
    minifySyntax: true,
    // The launcher runs the program as a script, which has no import().
    supported: { 'dynamic-import': false },
  }),
  build({ ...single, entryPoints: ['fixture-server/main.ts'], outfile: 'dist/fixture-server.cjs' }),
  // Loaded by Node processes of clients, which may need an older Node than we do.
  build({
    ...single,
    entryPoints: ['harness/fence/preload.ts'],
    outfile: 'dist/fence.cjs',
    target: 'node18',
    minifyWhitespace: true,
    minifySyntax: true,
  }),
  // What `bench` holds the client against: built as the client is, with no trick that the client has.
  build({
    ...single,
    entryPoints: ['scripts/bench/floor.ts'],
    outfile: 'dist/bench/floor.cjs',
    minifyWhitespace: true,
    minifySyntax: true,
  }),
  build({
    ...common,
    entryPoints: { 'mcp-client-probe': 'scripts/main.ts', index: LIBRARY },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    // For packages in CommonJS, which load Node's own modules by require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [precompile],
  }),
]);

// A probe may be running from these files: what has not changed is left alone, and a file is replaced as a whole.
const outputs = new Map(built.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [path, contents])));
const notices = await noticesOf(
  built.map(({ metafile }) => metafile),
  root,
);
outputs.set(join(dist, 'THIRD-PARTY-NOTICES.txt'), Buffer.from(notices));
for (const [path, text] of await typed) outputs.set(join(dist, 'types', path), Buffer.from(text));
const entry = `export * from './types/${LIBRARY.replace(/\.ts$/, '.js')}';\n`;
outputs.set(join(dist, 'index.d.ts'), Buffer.from(entry));
for (const [path, contents] of outputs) {
  if ((await readFile(path).catch(() => undefined))?.equals(contents)) continue;
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.part`;
  await writeFile(beside, contents, { mode: 0o755 });
  await rename(beside, path);
}
// One that runs may still load a part that is no longer built.
const HOUR = 3_600_000;
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || entry.name.endsWith('.part')) continue;
  if (outputs.has(path) || path.startsWith(join(dist, 'cache'))) continue;
  if (Date.now() - (await stat(path)).mtimeMs > HOUR) await rm(path);
}
await import('./code-cache.mjs');
