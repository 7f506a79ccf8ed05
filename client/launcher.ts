import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

// Runs the bundled program beside this file. V8 compares a code cache with its source by length alone, so the cache is
// found by the digest of the source: a program that has changed never runs the code of another one.
const path = join(__dirname, 'hermes-main.cjs');
const source = readFileSync(path);
const digest = createHash('sha256').update(source).digest('hex').slice(0, 32);
const script = new Script(Module.wrap(source.toString('latin1')), {
  filename: path,
  cachedData: readCache(join(__dirname, 'cache', `${digest}-${process.version}-${process.arch}.bin`)),
});
const run = script.runInThisContext() as (...scope: unknown[]) => void;
run(exports, createRequire(path), module, path, __dirname);

/** A cache that is missing, or that V8 rejects (other flags, another build), costs time and nothing else. */
function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
