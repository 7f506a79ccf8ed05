import { limitLog } from '../connection/log.ts';
import { oneLine } from '../connection/text.ts';
import type { Log } from '../home/log.ts';
import type { CallOptions } from '../types.ts';

/** Lines about one call; a hostile server would send thousands. */
const maxLines = 50;

/**
 * Makes the function that notes the progress of one call, a line a report, for people who watch; the model is never told.
 *
 * @param hide takes the secrets of the server's entry out of a text
 */
export function noteProgress(
  server: string,
  tool: string,
  { hide, log }: { hide: (text: string) => string; log: Log },
): NonNullable<CallOptions['onProgress']> {
  const tell = limitLog((line) => log('info', line), server, maxLines);
  return ({ progress, total, message }) => {
    const of = total === undefined ? '' : ` of ${total}`;
    const said = message === undefined ? '' : `: ${oneLine(hide(message))}`;
    tell(`${server}: progress of ${oneLine(hide(tool), 80)}: ${progress}${of}${said}`);
  };
}
