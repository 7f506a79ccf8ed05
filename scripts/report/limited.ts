const OPEN = '<details>';
const CLOSE = '</details>';
const NOTE = '\n_The rest is left out: it would be too long. The report has all of it._\n';

/**
 * Markdown of whole lines, cut after a line and saying so where it is longer than `limit` bytes of UTF-8. A fold that is
 * open there is closed; folds begin and end with lines of their own. Nothing, where not even the note would fit.
 */
export function limited(markdown: string, limit: number): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length <= limit) return markdown;
  const closing = `\n${CLOSE}\n`;
  const room = limit - Buffer.byteLength(`${closing}${NOTE}`);
  if (room < 0) return '';
  const most = bytes.subarray(0, room);
  const kept = most.subarray(0, most.lastIndexOf('\n') + 1).toString();
  const isOpen = kept.lastIndexOf(`\n${OPEN}`) > kept.lastIndexOf(`\n${CLOSE}`);
  return `${kept}${isOpen ? closing : ''}${NOTE}`;
}
