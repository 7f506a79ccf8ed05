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
  tooLarge: (bytes: number) => Error,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder();
  const lines = createLines(spend);
  let fields: StreamEvent = {};
  let data = createText();
  let size = 0;
  for await (const chunk of chunks) {
    // Nothing is awaited between two lines: a hostile stream has millions of them.
    for (const line of lines.cut(decoder.decode(chunk, { stream: true }))) {
      if (line !== '') {
        takeField(fields, data, line);
        continue;
      }
      const joined = data.joined();
      if (joined !== undefined) fields.data = joined;
      if (Object.keys(fields).length > 0) yield fields;
      fields = {};
      data = createText();
      size = 0;
    }
  }

  function spend(bytes: number): void {
    size += bytes;
    if (size > limit) throw tooLarge(size);
  }
}

/** Cuts a text that comes in pieces into lines. `spend` hears of every byte before it is kept. */
function createLines(spend: (bytes: number) => void): { cut(text: string): Generator<string, void, undefined> } {
  let parts: string[] = [];
  let afterReturn = false;
  return {
    *cut(text) {
      // The LF of a CRLF that two pieces share.
      let start = afterReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') afterReturn = text.endsWith('\r');
      const ends = /\r\n?|\n/g;
      ends.lastIndex = start;
      for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
        const part = text.slice(start, end.index);
        start = ends.lastIndex;
        spend(Buffer.byteLength(part) + 1);
        yield parts.length === 0 ? part : parts.join('') + part;
        parts = [];
      }
      if (start === text.length) return;
      const rest = text.slice(start);
      spend(Buffer.byteLength(rest));
      parts.push(rest);
    },
  };
}

function takeField(fields: StreamEvent, data: Text, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') data.add(value);
  else if (name === 'id' || name === 'event' || name === 'retry') fields[name] = value;
}

/** Lines that are gathered. */
interface Text {
  add(line: string): void;
  /** Undefined when there was none. */
  joined(): string | undefined;
}

/** So many lines are kept apart: a hostile event of empty lines would otherwise take far more memory than its bytes. */
const LOOSE_LINES = 4096;

function createText(): Text {
  const blocks: string[] = [];
  let lines: string[] = [];
  return {
    add(line) {
      lines.push(line);
      if (lines.length < LOOSE_LINES) return;
      blocks.push(lines.join('\n'));
      lines = [];
    },
    joined: () => (blocks.length + lines.length === 0 ? undefined : [...blocks, ...lines].join('\n')),
  };
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
