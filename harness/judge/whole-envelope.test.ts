import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scenarios/types.ts';
import { findEnvelopes } from './whole-envelope.ts';

const result: JsonObject = {
  content: [{ type: 'text', text: 'The <station> & "more"' }],
  structuredContent: { station: 'here', celsius: 21 },
  _meta: { 'com.example/a': 'b' },
};
const json = JSON.stringify(result);
const escaped = json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const elements = [
  '<result><content><item><type>text</type><text>The &lt;station&gt; &amp; "more"</text></item></content>',
  '<structuredContent><station>here</station><celsius>21</celsius></structuredContent></result>',
].join('');

describe('a whole envelope', () => {
  it.each([
    ['as it is', json, 'text', 0],
    [
      'with its keys in another order',
      JSON.stringify({ structuredContent: result.structuredContent, content: result.content }),
      'text',
      0,
    ],
    ['with keys that the client added', JSON.stringify({ ok: true, ...result, isError: false }), 'text', 0],
    [
      'indented, behind words with a brace { and a quote "',
      `So {it} said "this:\n${JSON.stringify(result, null, 2)}\nEnd.`,
      'text',
      20,
    ],
    ['inside another object', JSON.stringify({ data: [{ result }] }), 'text', 0],
    ['in a JSON string', JSON.stringify({ result: json }), 'text', 0],
    ['in a JSON string in a JSON string', JSON.stringify(JSON.stringify({ result: json })), 'text', 0],
    ['in an XML element', `<tool_result name="a">\n${json}\n</tool_result>\n`, 'XML', 23],
    ['escaped in an XML element', `<tool_result>${escaped}</tool_result>`, 'XML', 13],
    ['escaped behind other entities', `<a>&lt;&amp;&gt; ${escaped}</a>`, 'XML', 17],
    ['escaped with no element around it', escaped, 'text', 0],
    ['as XML elements', elements, 'XML', 0],
  ])('is found %s', (_how, text, form, offset) => {
    expect(findEnvelopes(text, result)).toEqual([{ key: 'envelope', offset, form }]);
  });

  it('is found as often as it stands there', () => {
    expect(findEnvelopes(`${json} and ${json}`, result).map(({ offset }) => offset)).toEqual([0, json.length + 5]);
  });

  it.each([
    ['without structuredContent', JSON.stringify({ content: result.content })],
    [
      'with another structuredContent',
      JSON.stringify({ ...result, structuredContent: { station: 'there', celsius: 21 } }),
    ],
    ['with one block more', JSON.stringify({ ...result, content: [...(result.content as JsonObject[]), {}] })],
    ['without its keys', JSON.stringify([result.content, result.structuredContent])],
    ['when it was cut', json.slice(0, -1)],
    ['as elements without structuredContent', elements.replace(/<structuredContent>.*<\/structuredContent>/, '')],
    ['as elements with another text', elements.replace('more', 'less')],
    ['as two elements beside each other', elements.replace('</content>', '</content></result><result>')],
    ['as elements with words around', `Look: ${elements}`],
  ])('is not found %s', (_how, text) => {
    expect(findEnvelopes(text, result)).toEqual([]);
  });

  it('needs no structuredContent where the server sent none, or null', () => {
    const { content } = result;
    const short = JSON.stringify({ content });
    expect(findEnvelopes(short, { content: content ?? [] })).toHaveLength(1);
    expect(findEnvelopes(short, { content: content ?? [], structuredContent: null })).toHaveLength(1);
    expect(findEnvelopes(json, { content: content ?? [] })).toEqual([]);
  });

  it('is the whole result where that has no content blocks', () => {
    const odd = { structuredContent: { a: 1 } };
    expect(findEnvelopes('{"structuredContent":{"a":1}}', odd)).toHaveLength(1);
    expect(findEnvelopes('{"structuredContent":{"a":1},"more":1}', odd)).toEqual([]);
    // Clients write `{}` for many things.
    expect(findEnvelopes(' {} ', {})).toEqual([]);
    expect(findEnvelopes('<r>{}</r>', {})).toEqual([]);
    expect(findEnvelopes('{"result":{}}', {})).toEqual([]);
    expect(findEnvelopes('{}', undefined)).toEqual([]);
  });

  it('is looked for in a hostile text within bounds', () => {
    expect(findEnvelopes('{"content":'.repeat(20_000), result)).toEqual([]);
    expect(findEnvelopes(`{"content":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, result)).toEqual([]);
    expect(findEnvelopes(`<a>${'<a content="'.repeat(5000)}`, result)).toEqual([]);
  });
});
