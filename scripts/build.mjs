// Builds dist/: the client and the stdio fixture as one CommonJS file each, so that a run starts without resolving
// packages, and the probe as ESM with one chunk a verb, so that a verb loads only what it needs.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
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

await rm(new URL('../dist', import.meta.url), { recursive: true, force: true });
await Promise.all([
  build({
    ...single,
    entryPoints: ['client/main.ts'],
    outfile: 'dist/hermes.cjs',
    banner: { js: '#!/usr/bin/env node' },
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
