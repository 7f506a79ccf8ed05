import type { JsonObject, WireFrame } from '../../scenarios/types.ts';
import { isObject, parseJson, string } from '../json.ts';

/** The frame in a line of wire.jsonl whose form was checked (data/schema/wire-line.schema.json). */
export function readFrame(
  { process, launch, exchange, dir, http, text: plain, base64 }: JsonObject,
  line: number,
): WireFrame {
  const text = typeof plain === 'string' ? plain : Buffer.from(string(base64), 'base64').toString('utf8');
  const message = parseJson(text);
  return {
    line,
    process: Number(process),
    ...(launch !== undefined && { launch: Number(launch) }),
    ...(exchange !== undefined && { exchange: Number(exchange) }),
    dir: dir === 'c2s' ? 'c2s' : 's2c',
    text,
    ...(isObject(http) && { http: readHttp(http) }),
    ...(message !== undefined && { message }),
  };
}

function readHttp({ method, path, status, headers }: JsonObject): NonNullable<WireFrame['http']> {
  const given = isObject(headers) ? Object.entries(headers) : [];
  return {
    ...(typeof method === 'string' && { method }),
    ...(typeof path === 'string' && { path }),
    ...(typeof status === 'number' && { status }),
    headers: Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), string(value)])),
  };
}
