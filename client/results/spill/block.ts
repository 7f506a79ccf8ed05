import { head } from '../cut.ts';

const PREVIEW = 1500;

/** The beginning of a text, about 1,500 characters, up to the end of a line where one ends in its second half. */
function previewOf(text: string): string {
  const start = head(text, PREVIEW);
  const lineEnd = start.lastIndexOf('\n') + 1;
  return text.length > PREVIEW && lineEnd > PREVIEW / 2 ? start.slice(0, lineEnd) : start;
}

/** What stands in the context for a text that was saved to `path` (the original client's layout, words of our own). */
export function persistedBlock(text: string, path: string): string {
  const preview = previewOf(text);
  return [
    '<persisted-output>',
    `The result is too long to show whole (${count(text.length)} characters, ${size(text.length)}).`,
    `All of it is saved in: ${path}`,
    'Read it in pages with read_file, giving path, offset and limit; there is no need to call the tool again for the same data.',
    '',
    `Preview (first ${count(preview.length)} characters):`,
    // The preview is the server's; it must not end the block that it stands in.
    preview.replaceAll(/persisted-output/giu, 'persisted_output'),
    ...(text.length > preview.length ? ['...'] : []),
    '</persisted-output>',
  ].join('\n');
}

/** What stands in the context when the text could not be saved anywhere. */
export function unsavedBlock(text: string, length: number): string {
  return `${previewOf(text)}\n\n[cut here: the result has ${count(length)} characters, and the rest could not be saved]`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function size(characters: number): string {
  const kilobytes = characters / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
