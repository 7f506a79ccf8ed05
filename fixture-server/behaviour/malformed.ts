import type { Json, JsonObject } from '../../scenarios/types.ts';
import { stamp } from '../eras/stateless/stamp.ts';
import { isObject } from '../frame.ts';
import type { RequestId } from '../rpc.ts';
import type { Executed } from './exchange.ts';

/**
 * A faulty answer to `tools/call`. `frame`: the bytes, with `{{id}}` for the request's id and `{{result}}` for a good
 * result; `latin1` where they are no UTF-8. `result`: the result of a frame that is good otherwise; in the stateless era it
 * is stamped like any other, so that its own fault is the only one.
 */
export type Malformed = { frame: string; latin1?: true } | { result: Json };

const REST = '"id":{{id}},"result":{{result}}}';
const error = (text: string): Malformed => ({ frame: `{"jsonrpc":"2.0","id":{{id}},"error":${text}}` });
const frame = (text: string): Malformed => ({ frame: text });
const block = (given: Json): Malformed => ({ result: { content: [given] } });
const text = (annotations: Json): Malformed => block({ type: 'text', text: 'fine', annotations });
const withFine = (members: JsonObject): Malformed => ({
  result: { content: [{ type: 'text', text: 'fine' }], ...members },
});

/** Frames that are no JSON-RPC answers to the request. */
const FRAMES: Record<string, Malformed> = {
  'not json': frame('This is no JSON.'),
  'half json': frame('{"jsonrpc":"2.0","id":{{id}},"result":{"content":['),
  'not utf-8': {
    frame: '{"jsonrpc":"2.0","id":{{id}},"result":{"content":[{"type":"text","text":"caf\xe9"}]}}',
    latin1: true,
  },
  'empty frame': frame(''),
  'byte order mark': frame(`\uFEFF{"jsonrpc":"2.0",${REST}`),
  'noise before': frame(`The server starts.\n{"jsonrpc":"2.0",${REST}`),
  'no jsonrpc': frame(`{${REST}`),
  'jsonrpc 1.0': frame(`{"jsonrpc":"1.0",${REST}`),
  'jsonrpc number': frame(`{"jsonrpc":2.0,${REST}`),
  'wrong id': frame('{"jsonrpc":"2.0","id":"of nobody","result":{{result}}}'),
  'string id': frame('{"jsonrpc":"2.0","id":"{{id}}","result":{{result}}}'),
  'null id': frame('{"jsonrpc":"2.0","id":null,"result":{{result}}}'),
  'no id': frame('{"jsonrpc":"2.0","result":{{result}}}'),
  'object id': frame('{"jsonrpc":"2.0","id":{"of":{{id}}},"result":{{result}}}'),
  'batch of one': frame(`[{"jsonrpc":"2.0",${REST}]`),
  'json string': frame('"fine"'),
  'json null': frame('null'),
  'result null': frame('{"jsonrpc":"2.0","id":{{id}},"result":null}'),
  'result array': frame('{"jsonrpc":"2.0","id":{{id}},"result":[1]}'),
  'result string': frame('{"jsonrpc":"2.0","id":{{id}},"result":"fine"}'),
  'result number': frame('{"jsonrpc":"2.0","id":{{id}},"result":5}'),
  'result and error': frame('{"jsonrpc":"2.0","id":{{id}},"result":{{result}},"error":{"code":-32000,"message":"no"}}'),
  'neither result nor error': frame('{"jsonrpc":"2.0","id":{{id}}}'),
  'error without message': error('{"code":-32000}'),
  'error without code': error('{"message":"no"}'),
  'error with string code': error('{"code":"-32000","message":"no"}'),
  'error with fractional code': error('{"code":-32000.5,"message":"no"}'),
  'error with number as message': error('{"code":-32000,"message":5}'),
  'error null': error('null'),
  'error string': error('"no"'),
  'error array': error('[-32000,"no"]'),
};

/** Results that no revision allows, or the stateless one alone. */
const RESULTS: Record<string, Malformed> = {
  'empty result': { result: {} },
  'structuredContent alone': { result: { structuredContent: { a: 1 } } },
  'structuredContent null': withFine({ structuredContent: null }),
  'structuredContent string': withFine({ structuredContent: 'string' }),
  'structuredContent array': withFine({ structuredContent: [1] }),
  'structuredContent number': withFine({ structuredContent: 5 }),
  'structuredContent boolean': withFine({ structuredContent: true }),
  'isError string': withFine({ isError: 'true' }),
  'isError without content': { result: { isError: true } },
  'content null': { result: { content: null } },
  'content string': { result: { content: 'fine' } },
  'content object': { result: { content: { type: 'text', text: 'fine' } } },
  '_meta string': withFine({ _meta: 'nope' }),
  '_meta array': withFine({ _meta: [1] }),
  '_meta null': withFine({ _meta: null }),
  'toolResult of 2024-10-07': { result: { toolResult: 'fine' } },
  'missing resultType': frame('{"jsonrpc":"2.0","id":{{id}},"result":{"content":[{"type":"text","text":"fine"}]}}'),
  'resultType unknown': withFine({ resultType: 'weird' }),
  'resultType number': withFine({ resultType: 5 }),
  'resultType null': withFine({ resultType: null }),
  'resultType task': withFine({ resultType: 'task' }),
  'input_required of nothing': { result: { resultType: 'input_required' } },
  'inputRequests array': { result: { resultType: 'input_required', inputRequests: [] } },
};

/** Content with one faulty block. */
const BLOCKS: Record<string, Malformed> = {
  'block null': block(null),
  'block string': block('fine'),
  'block without type': block({ text: 'fine' }),
  'block of unknown type': block({ type: 'hologram', data: 'fine' }),
  'unknown block after a good one': { result: { content: [{ type: 'text', text: 'fine' }, { type: 'hologram' }] } },
  'text without text': block({ type: 'text' }),
  'text number': block({ type: 'text', text: 5 }),
  'image without mimeType': block({ type: 'image', data: 'iVBORw0KGgo=' }),
  'image without data': block({ type: 'image', mimeType: 'image/png' }),
  'image with bad base64': block({ type: 'image', data: '!!!', mimeType: 'image/png' }),
  'audio without mimeType': block({ type: 'audio', data: 'UklGRg==' }),
  'audio with bad base64': block({ type: 'audio', data: '!!!', mimeType: 'audio/wav' }),
  'link without name': block({ type: 'resource_link', uri: 'file:///a.txt' }),
  'link without uri': block({ type: 'resource_link', name: 'a' }),
  'resource without content': block({ type: 'resource', resource: { uri: 'file:///a.txt' } }),
  'resource without uri': block({ type: 'resource', resource: { text: 'fine' } }),
  'resource null': block({ type: 'resource', resource: null }),
  'annotations string': text('user'),
  'audience unknown': text({ audience: ['robot'] }),
  'audience string': text({ audience: 'user' }),
  'priority 2': text({ priority: 2 }),
  'priority string': text({ priority: 'high' }),
};

export const MALFORMED: Readonly<Record<string, Malformed>> = { ...FRAMES, ...RESULTS, ...BLOCKS };

/** The bytes of a fault. */
export function malformedFrame(name: string, id: RequestId, { era, serverInfo }: Executed): Buffer {
  const fault = MALFORMED[name];
  if (fault === undefined) throw new Error(`Expected the name of a malformed answer, got ${JSON.stringify(name)}`);
  const stamped = (result: Json): Json =>
    era === 'stateless' && isObject(result) ? stamp(result, serverInfo) : result;
  if ('result' in fault) return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: stamped(fault.result) }));
  const good = stamped({ content: [{ type: 'text', text: 'fine' }] });
  const bytes = withId(fault.frame, id).replaceAll('{{result}}', () => JSON.stringify(good));
  return Buffer.from(bytes, fault.latin1 === true ? 'latin1' : 'utf8');
}

/** Bytes of a plan with the id of the request in them. A string as a string: `"{{id}}"` quotes an id that is a number. */
export function withId(bytes: string, id: RequestId): string {
  return bytes.replaceAll('"{{id}}"', () => JSON.stringify(String(id))).replaceAll('{{id}}', () => JSON.stringify(id));
}
