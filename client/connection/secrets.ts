import type { ServerEntry } from '../types.ts';

/** Keeps the secrets of one entry out of what its server says. */
export interface Mask {
  /** `text` with `[REDACTED]` for every secret. To be asked before a text is cut, so that none is left half. */
  hide: (text: string) => string;
  /** The length of the longest form of a secret, in UTF-16 units; 0 when there is none. */
  longest: number;
}

/** Shorter values are words like `true` or `8080`: to hide them would spoil texts and keep nothing secret. */
const SHORTEST = 6;

/**
 * A mask over the values that the entry gives its server: the environment, the headers, and the credentials and the
 * query of the address. Servers repeat them when they refuse them ("unknown token …").
 */
export function createMask(transport: ServerEntry['transport']): Mask {
  const values = transport.kind === 'stdio' ? Object.values(transport.env) : httpValues(transport);
  // A secret of several lines, a key for example, is recognised line by line.
  const lines = values.flatMap((value) => value.split(/[\r\n]+/).map((line) => line.trim()));
  const forms = [...new Set(lines.filter((line) => line.length >= SHORTEST).flatMap(formsOf))];
  // The longest first: one secret may be a part of another.
  forms.sort((one, other) => other.length - one.length);
  return {
    hide: (text) => forms.reduce((left, form) => left.replaceAll(form, '[REDACTED]'), text),
    longest: forms[0]?.length ?? 0,
  };
}

function httpValues({ url, headers }: { url: string; headers: Record<string, string> }): string[] {
  const fields = Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
  if (!URL.canParse(url)) return fields;
  const { username, password, searchParams } = new URL(url);
  return [...fields, ...[username, password].flatMap((part) => [part, decode(part)]), ...searchParams.values()];
}

/** A secret as it stands, inside a JSON string, and inside an address. */
function formsOf(secret: string): string[] {
  const [json, address] = [
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
  return [secret, json, address, address.replaceAll('+', '%20')];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
