import { toJson } from '../results/json.ts';
import { isObject } from '../tools/json-object.ts';
import type { Json, JsonObject } from '../types.ts';
import { isBridgeName } from './bridge-tools.ts';

/** The tool that a `tool_call` asks for. */
interface WantedCall {
  name: string;
  args: JsonObject;
}

export type ReadCall = { kind: 'call'; call: WantedCall } | { kind: 'error'; message: string };

/**
 * Reads the arguments of `tool_call`. Models write them in more forms than the schema names, and all that are clear are
 * taken: `calls` as JSON text or as one object, `arguments` as JSON text or empty, and the older `{name, arguments}`
 * without `calls`. Exactly one call may be asked for.
 */
export function readCall(args: JsonObject): ReadCall {
  const entries = readEntries(args);
  if (!Array.isArray(entries)) return entries;
  const calls: WantedCall[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, `calls[${index}]`);
    if (read.kind === 'error') return read;
    calls.push(read.call);
  }
  const [call, ...others] = calls;
  if (call === undefined) return error('"calls" must be an array with an entry {name, arguments}; it is empty');
  return others.length === 0 ? { kind: 'call', call } : error(explainOne(call, calls.length));
}

function readEntries(args: JsonObject): Json[] | { kind: 'error'; message: string } {
  let calls = args.calls ?? null;
  if (calls === null) {
    if (args.name === undefined) return error('"calls" is needed: an array with an entry {name, arguments}');
    return [args];
  }
  if (typeof calls === 'string') {
    const parsed = parse(calls);
    if (parsed === undefined) return error('"calls" is a string that is no valid JSON');
    calls = parsed;
  }
  if (isObject(calls)) return [calls];
  return Array.isArray(calls) ? calls : error('"calls" must be an array with an entry {name, arguments}');
}

function readEntry(entry: Json, where: string): ReadCall {
  if (!isObject(entry)) return error(`${where} is no object {name, arguments}`);
  const name = typeof entry.name === 'string' ? entry.name.trim() : '';
  if (name === '') return error(`${where} needs a "name", the exact name of a tool`);
  if (isBridgeName(name)) return error(`cannot run '${name}', which is a bridge tool itself`);
  let args = entry.arguments ?? {};
  if (typeof args === 'string') {
    const parsed = args.trim() === '' ? {} : parse(args);
    if (parsed === undefined) return error(`${where}.arguments is a string that is no valid JSON`);
    args = parsed ?? {};
  }
  if (!isObject(args)) return error(`${where}.arguments is no object`);
  return { kind: 'call', call: { name, args } };
}

/** Repeats the first call in the form to send it in; long arguments are left out. */
function explainOne({ name, args }: WantedCall, sent: number): string {
  return (
    `one call at a time: expected exactly one entry in "calls", got ${sent}. Nothing was run. ` +
    `Send {"calls": [{"name": ${toJson(name)}, "arguments": ${show(args)}}]} alone, ` +
    'and every other entry in a tool_call of its own.'
  );
}

function show(args: JsonObject): string {
  try {
    const json = toJson(args);
    return json.length > 1500 ? '{...}' : json;
  } catch {
    // They nest too deep to be written.
    return '{...}';
  }
}

function error(message: string): { kind: 'error'; message: string } {
  return { kind: 'error', message: `tool_call: ${message}` };
}

/** The value of a JSON text. The parser's own message is not passed on: it differs between versions of Node. */
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
