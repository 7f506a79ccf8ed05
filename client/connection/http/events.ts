import { createGatherer } from '../gather.ts';
import { cutLines } from './cut-lines.ts';

const [LINE_FEED, COLON, SPACE] = [0x0a, 0x3a, 0x20];
const LINE_END = Buffer.from('\n');

/** What stands in an event of `text/event-stream` beside its data. */
interface Fields {
  id?: string;
  event?: string;
  retry?: string;
}

/** One event as it was read, its data lines joined. The bytes are good until the next event is asked for. */
export interface StreamEvent extends Fields {
  data?: Buffer;
}

/**
 * Cuts a stream of bytes into events (WHATWG HTML, server-sent events), comments left out. Lines may end in CR, LF or
 * both. An event that the stream breaks off is not given out. Throws what `tooLarge` makes when an event has more than
 * `limit` bytes.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: (bytes: number) => Error,
): AsyncGenerator<StreamEvent, void, undefined> {
  const cut = cutLines();
  const lines = createGatherer(limit);
  let size = 0;
  let lineStart = 0;
  for await (const chunk of chunks) {
    // Nothing is awaited between two lines: a hostile stream has millions of them.
    for (const { bytes, ends } of cut(chunk)) {
      size += bytes.length + (ends ? 1 : 0);
      if (size > limit) throw tooLarge(size);
      lines.add(bytes);
      if (!ends) continue;
      const isBlank = lines.size() === lineStart;
      if (!isBlank) lines.add(LINE_END);
      lineStart = lines.size();
      if (!isBlank) continue;
      const event = readFields(lines.bytes());
      if (Object.keys(event).length > 0) yield event;
      lines.clear();
      size = 0;
      lineStart = 0;
    }
  }
}

/** Reads the lines of one event, each of which ends in LF. The data is moved together where it lies. */
function readFields(lines: Buffer): StreamEvent {
  const event: StreamEvent = {};
  let dataEnd: number | undefined;
  for (let start = 0, end = 0; start < lines.length; start = end + 1) {
    end = lines.indexOf(LINE_FEED, start);
    const colon = lines.subarray(start, end).indexOf(COLON);
    const nameEnd = colon === -1 ? end : start + colon;
    let valueStart = colon === -1 ? end : nameEnd + 1;
    if (valueStart < end && lines[valueStart] === SPACE) valueStart += 1;
    const name = nameEnd - start > 'retry'.length ? '' : lines.toString('latin1', start, nameEnd);
    if (name === 'id' || name === 'event' || name === 'retry') event[name] = lines.toString('utf8', valueStart, end);
    if (name !== 'data') continue;
    if (dataEnd !== undefined) lines[dataEnd++] = LINE_FEED;
    dataEnd ??= 0;
    lines.copyWithin(dataEnd, valueStart, end);
    dataEnd += end - valueStart;
  }
  if (dataEnd !== undefined) event.data = lines.subarray(0, dataEnd);
  return event;
}

/** An event as text, ready to be sent on. */
export function writeEvent({ id, event, retry, data }: Fields & { data?: string }): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(data === undefined ? [] : data.split('\n').map((line) => `data: ${line}`)),
  ];
  return `${lines.join('\n')}\n\n`;
}
