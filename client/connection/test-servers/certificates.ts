import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of `certificates/`, which its `make.sh` made. */
export function certificate(name: string): { path: string; content: string } {
  const path = fileURLToPath(new URL(`certificates/${name}`, import.meta.url));
  return { path, content: readFileSync(path, 'utf8') };
}

/** What opens `client-encrypted.key`. */
export const passphrase = 'open-sesame';
