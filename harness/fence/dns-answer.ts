const HEADER = 12;
const NAME_ERROR = 3;

/** What a name server that knows no name makes of a query. */
export interface DnsAnswer {
  /** As it was asked for, without a dot at its end; empty for the root. */
  name: string;
  response: Buffer;
}

/**
 * Answers a DNS query (RFC 1035) with "no such name". Only the first question is looked at. Undefined for what is no
 * query, or not a whole one.
 */
export function answerDns(query: Buffer): DnsAnswer | undefined {
  if (query.length < HEADER) return undefined;
  const flags = query.readUInt16BE(2);
  const isResponse = (flags & 0x8000) !== 0;
  if (isResponse || query.readUInt16BE(4) === 0) return undefined;
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = query[at];
    // A longer label would be a pointer, which has no place in the first name of a message.
    if (length === undefined || length > 63) return undefined;
    at += 1;
    if (length === 0) break;
    if (at + length - HEADER > 255) return undefined;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  // Type and class.
  at += 4;
  if (at > query.length) return undefined;
  const response = Buffer.from(query.subarray(0, at));
  const [kept, answered] = [flags & 0x7900, 0x8080 | NAME_ERROR];
  response.writeUInt16BE(kept | answered, 2);
  for (const [offset, count] of [1, 0, 0, 0].entries()) response.writeUInt16BE(count, 4 + 2 * offset);
  return { name: labels.join('.'), response };
}
