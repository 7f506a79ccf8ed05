import { join } from 'node:path';
import { contentId, storeFile } from '../blocks/store.ts';
import { persistedBlock, unsavedBlock } from './block.ts';
import { pruneOnce } from './prune.ts';
import { readable } from './readable.ts';

const FOLDER = 'spillover';

/**
 * Saves an answer in `<home>/cache/spillover/<id>.txt` and gives back the block that stands for it. The id comes from the
 * content, so the same answer has the same file in every run. Never throws: an answer that cannot be saved is cut.
 */
export function spill(content: string, home: string): string {
  const text = readable(content);
  try {
    pruneOnce(join(home, 'cache', FOLDER));
    // Paths in the text differ from home to home, and the id must not.
    const id = contentId(text.replaceAll(home, ''));
    return persistedBlock(text, storeFile(home, FOLDER, `result_${id}.txt`, text));
  } catch {
    return unsavedBlock(text, content.length);
  }
}
