/** One event of `text/event-stream`, its data lines joined. */
export interface StreamEvent {
  id?: string;
  event?: string;
  retry?: string;
  data?: string;
}

/**
 * Cuts a stream of bytes into events (WHATWG HTML, server-sent events), comments left out. Lines may end in CR, LF or
 * both. An event that the stream breaks off is not given out. Throws what `tooLarge` makes when an event has more than
 * `limit` bytes.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: () => Error,
): AsyncGenerator<StreamEvent, void, undefined> {
  let fields: StreamEvent = {};
  let size = 0;
  for await (const line of readEventLines(chunks, (bytes) => spend(bytes))) {
    if (line !== '') {
      takeField(fields, line);
      continue;
    }
    if (Object.keys(fields).length > 0) yield fields;
    fields = {};
    size = 0;
  }

  function spend(bytes: number): void {
    size += bytes;
    if (size > limit) throw tooLarge();
  }
}

/** Lines of the stream; `spend` hears of every byte before it is kept. */
async function* readEventLines(
  chunks: AsyncIterable<Uint8Array>,
  spend: (bytes: number) => void,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let afterReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      const end = match.index;
      // The LF of a CRLF that two chunks share.
      const secondHalf = afterReturn && end === 0 && match[0] === '\n';
      afterReturn = end + match[0].length === text.length && match[0] === '\r';
      const part = text.slice(start, end);
      start = end + match[0].length;
      if (secondHalf) continue;
      spend(Buffer.byteLength(part) + 1);
      yield parts.join('') + part;
      parts = [];
    }
    if (start === text.length) continue;
    afterReturn = false;
    const rest = text.slice(start);
    spend(Buffer.byteLength(rest));
    parts.push(rest);
  }
}

function takeField(fields: StreamEvent, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  else if (name === 'id' || name === 'event' || name === 'retry') fields[name] = value;
}

/** An event as text, ready to be sent on. */
export function writeEvent({ id, event, retry, data }: StreamEvent): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(data === undefined ? [] : data.split('\n').map((line) => `data: ${line}`)),
  ];
  return `${lines.join('\n')}\n\n`;
}
