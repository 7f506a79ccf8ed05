import { isUtf8 } from 'node:buffer';
import type { Stored, StoredFile } from './linter.ts';
import { linters } from './linters.ts';
import { storedFile } from './read-stored.ts';
import { repeatedKeys } from './repeated-keys.ts';

/** A file as it should be, and the rules that say so. */
export interface Mended {
  path: string;
  text: string;
  rules: string[];
}

/** The files of `data/` that fixers can mend. */
export function mended({ files }: Stored): Mended[] {
  return files.filter(isMendable).flatMap((file) => {
    let now = file;
    const rules: string[] = [];
    for (const { name, fix } of linters) {
      const text = fix?.(now);
      if (text === undefined) continue;
      now = storedFile(file.path, Buffer.from(text));
      rules.push(name);
    }
    return rules.length === 0 ? [] : [{ path: file.path, text: now.text, rules }];
  });
}

/** What would be lost when it is written again is for people to mend, and evidence is for the probe to write. */
function isMendable({ path, bytes, text }: StoredFile): boolean {
  return path.startsWith('data/') && isUtf8(bytes) && repeatedKeys(text).length === 0;
}
