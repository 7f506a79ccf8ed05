// Generates data/types/*.ts from data/schema/*.schema.json. With --check it writes nothing and fails when they differ.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileFromFile } from 'json-schema-to-typescript';

const check = process.argv.includes('--check');
const schemas = new URL('../data/schema/', import.meta.url);
const types = new URL('../data/types/', import.meta.url);
const stale = [];

for (const file of (await readdir(schemas)).filter((name) => name.endsWith('.schema.json')).sort()) {
  const name = file.replace('.schema.json', '.ts');
  const text = await compileFromFile(fileURLToPath(new URL(file, schemas)), {
    cwd: fileURLToPath(schemas),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    bannerComment: `/* Generated from data/schema/${file} by \`npm run types\`. Edit the schema, not this file. */`,
    style: { singleQuote: true, printWidth: 120 },
  });
  const path = new URL(name, types);
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === text) continue;
  if (check) stale.push(`data/types/${name}`);
  else await writeFile(path, text);
}

if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run types\` and commit the result.`);
  process.exitCode = 1;
}
