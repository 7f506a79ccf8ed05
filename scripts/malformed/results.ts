import { always, type Expected, fails, ok, type Row, type Rows } from './row.ts';

const invalid = (code: string, says: string): Expected => fails(code, `a result that is not valid (${says}`);
const refused = (code: string, says: string): Row => always(invalid(code, says));
const noContent = refused('missing-content', 'content: expected an array, got nothing');
const noArray = (got: string): Row => refused('bad-content', `content: expected an array, got ${got}`);
const badMeta = (got: string): Row => refused('bad-meta', `_meta: expected an object, got ${got}`);
const block = (says: string): Row => refused('bad-content-block', `content[0]${says}`);
const annotations = (says: string): Row => refused('bad-annotations', `content[0].annotations${says}`);
const data = (kind: string): Row => always(ok(`${kind} left out: its data is not base64`));

/** Structured content that is no object, which the stateless era allows. */
function structured(got: string): Row {
  const says = `structuredContent: expected an object, got ${got}`;
  return { handshake: invalid('bad-structured-content', says), stateless: ok('fine') };
}

/** `resultType` is a member of the stateless era alone. */
const resultType = (stateless: Expected): Row => ({ handshake: ok(), stateless });
const weird = fails('unknown-result-type', 'expected "complete" or "input_required", got another string');
const asks: Row = { ...noContent, stateless: fails('input-required', 'The server wants more input') };

/** Answers of which the result is at fault, by their names in the serving side's table. */
export const RESULTS: Rows = {
  'empty result': noContent,
  'structuredContent alone': noContent,
  'structuredContent null': always(ok()),
  'structuredContent string': structured('a string'),
  'structuredContent array': structured('an array'),
  'structuredContent number': structured('a number'),
  'structuredContent boolean': structured('a boolean'),
  'isError string': refused('bad-is-error', 'isError: expected a boolean, got a string'),
  'isError without content': noContent,
  'content null': noArray('null'),
  'content string': noArray('a string'),
  'content object': noArray('an object'),
  '_meta string': badMeta('a string'),
  '_meta array': badMeta('an array'),
  '_meta null': badMeta('null'),
  'toolResult of 2024-10-07': noContent,
  'missing resultType': resultType(invalid('missing-result-type', 'resultType: expected a string, got nothing')),
  'resultType unknown': resultType(weird),
  'resultType number': resultType(invalid('bad-result-type', 'resultType: expected a string, got a number')),
  'resultType null': resultType(invalid('bad-result-type', 'resultType: expected a string, got null')),
  'resultType task': resultType(weird),
  'input_required of nothing': asks,
  'inputRequests array': asks,
  'block null': block(': expected an object, got null'),
  'block string': block(': expected an object, got a string'),
  'block without type': block('.type: expected "text" or "image"'),
  'block of unknown type': refused('unknown-content-type', 'content[0].type: expected "text" or "image"'),
  'unknown block after a good one': refused('unknown-content-type', 'content[1].type: expected "text" or "image"'),
  'text without text': block('.text: expected a string, got nothing'),
  'text number': block('.text: expected a string, got a number'),
  'image without mimeType': block('.mimeType: expected a string, got nothing'),
  'image without data': block('.data: expected a string, got nothing'),
  'image with bad base64': data('image (image/png)'),
  'audio without mimeType': block('.mimeType: expected a string, got nothing'),
  'audio with bad base64': data('audio (audio/wav)'),
  'link without name': block('.name: expected a string, got nothing'),
  'link without uri': block('.uri: expected a string, got nothing'),
  'resource without content': block('.resource: expected a string "text" or "blob", got neither'),
  'resource without uri': block('.resource.uri: expected a string, got nothing'),
  'resource null': block('.resource: expected an object, got null'),
  'annotations string': annotations(': expected an object, got a string'),
  'audience unknown': annotations('.audience[0]: expected "assistant" or "user", got another string'),
  'audience string': annotations('.audience: expected an array, got a string'),
  'priority 2': annotations('.priority: expected a number from 0 to 1, got a number outside of it'),
  'priority string': annotations('.priority: expected a number from 0 to 1, got a string'),
};
