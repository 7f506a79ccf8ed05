import { expect, it } from 'vitest';
import { element, xmlDocument } from './xml.ts';

it('writes elements on lines of their own, and text where it belongs', () => {
  const root = element('a', { n: 1 }, [element('b', {}, 'one\ntwo'), element('c')]);
  expect(xmlDocument(root)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a n="1">\n  <b>one\ntwo</b>\n  <c/>\n</a>\n',
  );
});

it('lets no text be markup', () => {
  const text = `</b><x a="1">&amp;]]>'`;
  expect(xmlDocument(element('b', { t: text }, text))).toContain(
    `<b t="&#60;/b&#62;&#60;x a=&#34;1&#34;&#62;&#38;amp;]]&#62;'">&#60;/b&#62;&#60;x a="1"&#62;&#38;amp;]]&#62;'</b>`,
  );
});

it('shows characters that XML cannot say, and those that nobody would see', () => {
  const text = 'a\u0000\u001b\u0085\r\t\ud800\ufffe\uffff\u202e😀\nb';
  expect(xmlDocument(element('b', { t: text }, text))).toContain(
    String.raw`<b t="a\u0000\u001b\u0085\u000d\u0009\ud800\ufffe\uffff\u202e😀&#10;b">a\u0000\u001b\u0085\u000d\u0009\ud800\ufffe\uffff\u202e😀
b</b>`,
  );
});
