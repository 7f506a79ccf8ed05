import { always, fails, ok, type Row } from './row.ts';

/** A row with the steps of its own that answer the call. */
export interface OwnRow {
  row: Row;
  steps: object[];
  /** The tool that is called: one with an outputSchema that wants `{"a": <number>}`, instead of one without. */
  typed?: true;
}

const fine = [{ type: 'text', text: 'fine' }];
const frame = (members: object): object[] => [{ answer: { frame: `{"jsonrpc":"2.0","id":{{id}},${inner(members)}}` } }];
// `resultType` is a member like any other in the era that does not define it.
const result = (members: object): object[] => frame({ result: { resultType: 'complete', ...members } });
const inner = (members: object): string => JSON.stringify(members).slice(1, -1);
const mismatch = (says: string): Row =>
  always(fails('structured-content-mismatch', `does not keep to the outputSchema of typed: ${says}`));

const FINE = { resultType: 'complete', content: fine };
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';

/** Results that are held against a schema, and what only looks odd. */
export const RESULT_ROWS: Readonly<Record<string, OwnRow>> = {
  'no structuredContent for a schema': {
    typed: true,
    row: always(
      fails('structured-content-missing', 'typed has an outputSchema, so the result needs structuredContent'),
    ),
    steps: result({ content: fine }),
  },
  'structuredContent without what the schema requires': {
    typed: true,
    row: mismatch("structuredContent must have required property 'a'"),
    steps: result({ content: fine, structuredContent: {} }),
  },
  'structuredContent of another type than the schema': {
    typed: true,
    row: mismatch('structuredContent.a must be number'),
    steps: result({ content: fine, structuredContent: { a: 'x' } }),
  },
  'structuredContent null for a schema': {
    typed: true,
    row: mismatch('structuredContent must be object'),
    steps: result({ content: fine, structuredContent: null }),
  },
  'structuredContent alone, as the schema wants it': {
    typed: true,
    row: always(fails('missing-content', 'content: expected an array, got nothing')),
    steps: result({ structuredContent: { a: 1 } }),
  },
  'an error with structuredContent that no schema fits': {
    typed: true,
    row: always(fails('ok', 'boom')),
    steps: result({ content: [{ type: 'text', text: 'boom' }], structuredContent: { code: 7 }, isError: true }),
  },
  'structuredContent that fits': {
    typed: true,
    row: always(ok('{"a": 1}')),
    steps: result({ content: fine, structuredContent: { a: 1 } }),
  },
  'unknown members': { row: always(ok()), steps: result({ content: [{ ...fine[0], more: 1 }], foo: 'bar' }) },
  'metadata of an application': {
    row: always(ok('{"result": "fine", "_meta": {"acme/k": 1}}')),
    steps: result({ content: fine, _meta: { 'acme/k': 1 } }),
  },
  'a batch of a notification and the answer': {
    row: always(ok()),
    steps: [{ answer: { frame: `[${NOTIFICATION},{"jsonrpc":"2.0","id":{{id}},"result":${JSON.stringify(FINE)}}]` } }],
  },
  'a line of a log in JSON, then the answer': {
    row: {
      stdio: ok(),
      else: fails('not_json', 'a malformed answer: expected JSON, got {"level":30,"msg":"ready"}'),
    },
    steps: [
      {
        answer: { frame: `{"level":30,"msg":"ready"}\n{"jsonrpc":"2.0","id":{{id}},"result":${JSON.stringify(FINE)}}` },
      },
    ],
  },
  'five megabytes': { row: always(ok('xxxx')), steps: [{ answer: { generate: 5_000_000 } }] },
  'eleven megabytes': {
    row: {
      stdio: fails('too_large', 'sent a message of more than 10485760 bytes'),
      else: fails('too_large', 'a message over the limit of 10,485,760 bytes'),
    },
    steps: [{ answer: { generate: 11 * 1024 * 1024 } }],
  },
  'a JSON-RPC error': {
    row: always(fails('rejected', 'answered tools/call with error -32000: no')),
    steps: frame({ error: { code: -32000, message: 'no' } }),
  },
  'an error without an id': {
    row: always(fails('rejected', 'answered tools/call with error -32700: what?')),
    steps: [{ answer: { frame: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}' } }],
  },
};

const http = (answer: object): object[] => [{ http: answer }];
const html = { 'content-type': 'text/html' };

/** What HTTP can do beside. */
export const HTTP_ROWS: Readonly<Record<string, OwnRow>> = {
  'a page': {
    row: always(fails('unexpected_content', 'expected application/json or text/event-stream, got "text/html"')),
    steps: http({ status: 200, headers: html, text: '<html>' }),
  },
  'accepted, and nothing else': {
    row: always(fails('unexpected_content', 'got an answer without a content type with HTTP status 202')),
    steps: http({ status: 202 }),
  },
  'a status of an error': {
    row: always(fails('http_status', 'refused tools/call with HTTP status 500 and said: out of order')),
    steps: http({ status: 500, headers: { 'content-type': 'text/plain' }, text: 'out of order' }),
  },
  'a status with a JSON-RPC error': {
    row: always(fails('rejected', 'error -32001: not now')),
    steps: http({ status: 400, rpc: { code: -32001, message: 'not now' } }),
  },
  'a status that wants credentials': {
    row: always(fails('unauthorized', 'refused tools/call with HTTP status 401')),
    steps: http({ status: 401 }),
  },
  'a redirect to nowhere': {
    row: always(fails('redirect_refused', 'redirect')),
    steps: http({ status: 307, headers: { location: 'ftp://127.0.0.1/' } }),
  },
  'an answer that breaks off': {
    row: {
      json: fails('closed', 'MCP server "docs"'),
      stream: fails('no_answer', 'the stream ended without an answer to it'),
    },
    steps: [{ answer: { cut: 20 } }],
  },
};
