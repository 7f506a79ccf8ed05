import type { ModelLine } from '../../data/types/model-line.ts';

/**
 * One line of model.jsonl with its newline; keys in the order of the schema. `bytes` is the request's body, kept as
 * text where it is UTF-8 (a byte order mark included) and as base64 where it is not.
 */
export function writeModelLine({ seq, dialect, method, path, bytes, status, response }: LineParts): string {
  const text = readUtf8(bytes);
  const body = text === undefined ? { base64: bytes.toString('base64') } : { body: text };
  const line: ModelLine = { seq, dialect, method, path, ...body, status, response };
  return `${JSON.stringify(line)}\n`;
}

interface LineParts extends Pick<ModelLine, 'seq' | 'dialect' | 'method' | 'path' | 'status' | 'response'> {
  bytes: Buffer;
}

/** The text that the bytes are, or undefined when they are no UTF-8. */
export function readUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
