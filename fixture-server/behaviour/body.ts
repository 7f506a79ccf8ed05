import { stamp } from '../eras/stateless/stamp.ts';
import { event } from '../http/event.ts';
import { type RequestId, resultReply } from '../rpc.ts';
import type { Executed } from './exchange.ts';

/** Bytes that need not all be there at once. */
export interface Body {
  length: number;
  /** What the tap keeps of them. */
  shown: Buffer;
  chunks(): Iterable<Buffer>;
}

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const MARK = '{{generated}}';

export function bodyOf(bytes: Buffer): Body {
  return { length: bytes.length, shown: bytes, chunks: () => [bytes] };
}

/** A result with a text of so many characters. The tap keeps it with `{{generated}}` in place of the text. */
export function generatedBody(characters: number, id: RequestId, executed: Executed): Body {
  const result = { content: [{ type: 'text', text: MARK }] };
  const stamped = executed.era === 'stateless' ? stamp(result, executed.serverInfo) : result;
  const shown = Buffer.from(resultReply(id, stamped).frame);
  const at = shown.indexOf(MARK);
  return within(shown.subarray(0, at), shown.subarray(at + MARK.length), characters, shown);
}

function within(head: Buffer, tail: Buffer, characters: number, shown: Buffer): Body {
  return {
    length: head.length + characters + tail.length,
    shown,
    *chunks() {
      yield head;
      for (let left = characters; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
      yield tail;
    },
  };
}

/** The same as an event of a stream. */
export function asEvent(body: Body): Body {
  const whole = wholeOf(body);
  if (whole !== undefined) {
    // As latin1, in which every byte is a character and comes back as it was.
    const bytes = Buffer.from(event(whole.toString('latin1')), 'latin1');
    return { ...bodyOf(bytes), shown: body.shown };
  }
  return around(body, 'event: message\ndata: ', '\n\n');
}

/** The same as a line. */
export function asLine(body: Body): Body {
  return around(body, '', '\n');
}

/** The bytes, where they are all there. */
export function wholeOf(body: Body): Buffer | undefined {
  const [first] = body.chunks();
  return first?.length === body.length ? first : undefined;
}

function around(body: Body, before: string, after: string): Body {
  const whole = wholeOf(body);
  if (whole !== undefined) {
    const bytes = Buffer.concat([Buffer.from(before), whole, Buffer.from(after)]);
    return { ...bodyOf(bytes), shown: body.shown };
  }
  return {
    length: body.length + before.length + after.length,
    shown: body.shown,
    *chunks() {
      yield Buffer.from(before);
      yield* body.chunks();
      yield Buffer.from(after);
    },
  };
}
