import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

// Runs the bundled program beside this file. V8 compares a code cache with its source by length alone, so the cache is
// found by the digest of the source: a program that has changed never runs the code of another one.
const path = join(__dirname, 'hermes-main.cjs');
const source = readFileSync(path);
const digest = sha256(source).toString('hex').slice(0, 32);
const script = new Script(Module.wrap(source.toString('latin1')), {
  filename: path,
  cachedData: readCache(join(__dirname, 'cache', `${digest}-${process.version}-${process.arch}.bin`)),
});
const run = script.runInThisContext() as (...scope: unknown[]) => void;
run(exports, createRequire(path), module, path, __dirname);

/**
 * A cache that is missing, broken, or that V8 rejects (other flags, another build), costs time and nothing else. V8 itself
 * would crash on broken bytes, so the file begins with the digest of the rest.
 */
function readCache(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const cache = bytes.subarray(32);
    return sha256(cache).equals(bytes.subarray(0, 32)) ? cache : undefined;
  } catch {
    return undefined;
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
