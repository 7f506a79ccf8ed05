import { always, fails, ok, type Row, type Rows, timesOut } from './row.ts';

/** A frame that can be matched with its call, but is no answer. */
const wrong = (code: string, says: string): Row => always(fails(code, `a malformed answer to tools/call: ${says}`));

/** Bytes that are no JSON: over HTTP they can only be the answer, on stdio anybody may have written them. */
function noJson(got: string): Row {
  return {
    stdio: timesOut('not_json', `dropped: a line that is no JSON: ${got}`),
    else: fails('not_json', `a malformed answer: expected JSON, got ${got}`),
  };
}

/** JSON that is no frame. Servers log in JSON as well, so on stdio it is not taken for the answer. */
function noObject(got: string): Row {
  const says = `expected a JSON-RPC object, got ${got}`;
  return { stdio: timesOut('not_object', `dropped: ${says}`), ...wrong('not_object', says) };
}

/** Answers of which the frame is at fault, by their names in the serving side's table. */
export const FRAMES: Rows = {
  'not json': noJson('This is no JSON.'),
  'half json': noJson('{"jsonrpc":"2.0","id":'),
  'not utf-8': {
    handshake: ok('"caf\uFFFD"'),
    stateless: fails('missing-result-type', 'resultType: expected a string, got nothing'),
  },
  'empty frame': {
    stdio: timesOut('not_json', 'dropped: a line that is no JSON: an empty one'),
    json: fails('not_json', 'a malformed answer: expected JSON, got nothing'),
    stream: fails('no_answer', 'took the request but the stream ended without an answer to it'),
  },
  'byte order mark': always(ok()),
  'noise before': {
    stdio: ok(),
    else: fails('not_json', 'a malformed answer: expected JSON, got The server starts.'),
  },
  'no jsonrpc': wrong('not_jsonrpc_2', 'expected "jsonrpc" to be "2.0", got nothing'),
  'jsonrpc 1.0': wrong('not_jsonrpc_2', 'expected "jsonrpc" to be "2.0", got a string'),
  'jsonrpc number': wrong('not_jsonrpc_2', 'expected "jsonrpc" to be "2.0", got number 2'),
  'wrong id': {
    stdio: timesOut('wrong_id', 'dropped: no request waits for the answer with id of nobody'),
    json: fails('wrong_id', 'its body holds no answer to it; what it sent meanwhile was dropped: no request waits for'),
    stream: fails(
      'wrong_id',
      'the stream ended without an answer to it; what it sent meanwhile was dropped: no request',
    ),
  },
  'string id': always(ok()),
  'null id': wrong('bad_id', 'expected "id" to be a string or an integer, got null'),
  'no id': wrong('bad_id', 'expected "id" to be a string or an integer, got nothing'),
  'object id': wrong('bad_id', 'expected "id" to be a string or an integer, got an object'),
  'batch of one': always(ok()),
  'json string': noObject('a string'),
  'json null': noObject('null'),
  'result null': wrong('result_not_object', 'expected "result" to be an object, got null'),
  'result array': wrong('result_not_object', 'expected "result" to be an object, got an array'),
  'result string': wrong('result_not_object', 'expected "result" to be an object, got a string'),
  'result number': wrong('result_not_object', 'expected "result" to be an object, got number 5'),
  'result and error': wrong('result_and_error', 'expected either "result" or "error", got both'),
  'neither result nor error': wrong('no_result', 'expected "result" or "error", got neither'),
  'error without message': wrong('bad_error_message', 'expected "error.message" to be a string, got nothing'),
  'error without code': wrong('bad_error_code', 'expected "error.code" to be an integer, got nothing'),
  'error with string code': wrong('bad_error_code', 'expected "error.code" to be an integer, got a string'),
  'error with fractional code': wrong('bad_error_code', 'expected "error.code" to be an integer, got number -32000.5'),
  'error with number as message': wrong('bad_error_message', 'expected "error.message" to be a string, got number 5'),
  'error null': wrong('error_not_object', 'expected "error" to be an object, got null'),
  'error string': wrong('error_not_object', 'expected "error" to be an object, got a string'),
  'error array': wrong('error_not_object', 'expected "error" to be an object, got an array'),
};
