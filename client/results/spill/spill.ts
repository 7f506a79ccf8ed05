import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contentId, storeFile } from '../blocks/store.ts';
import { persistedBlock, unsavedBlock } from './block.ts';
import { pruneOnce } from './prune.ts';
import { readable } from './readable.ts';

const FOLDER = 'spillover';

/** An answer of one tool, before it is wrapped for the model. */
export interface Answer {
  toolName: string;
  content: string;
}

/** Whether an answer is over the threshold. What `read_file` gives is never spilled: it reads what was. */
export function isOver({ toolName, content }: Answer, thresholdChars: number): boolean {
  return toolName !== 'read_file' && content.length > thresholdChars;
}

/**
 * Saves an answer in `<home>/cache/spillover/<id>.txt` and gives back the block that stands for it. The id comes from the
 * content, so the same answer has the same file in every run. Never throws: an answer that cannot be saved is cut.
 */
export function spill(content: string, home: string): string {
  const text = readable(content);
  try {
    pruneOnce(join(home, 'cache', FOLDER));
    const bytes = Buffer.from(text, 'utf8');
    // Paths in the text differ from home to home, and the id must not.
    const path = storeFile(home, FOLDER, `result_${contentId(text.replaceAll(home, ''))}.txt`, bytes);
    if (statSync(path).size !== bytes.length) return unsavedBlock(text, content.length);
    return persistedBlock(text, path);
  } catch {
    return unsavedBlock(text, content.length);
  }
}
