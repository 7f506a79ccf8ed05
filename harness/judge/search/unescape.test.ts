import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { unescapeLayer, unescapeXml } from './unescape.ts';

it('undoes one layer of JSON and XML escapes and leaves everything else', () => {
  expect(unescapeLayer(String.raw`a\n\"b\\n é \q &lt;c&gt; &#65;&#x42; &amp;lt; &nbsp;`)?.text).toBe(
    'a\n"b\\n é \\q <c> AB &lt; &nbsp;',
  );
  expect(unescapeXml(String.raw`a\n &lt;`)?.text).toBe(String.raw`a\n <`);
});

it('answers undefined where nothing is escaped', () => {
  expect([unescapeLayer('plain'), unescapeLayer('C:\\data & more'), unescapeXml('\\n')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('survives code points that do not exist', () => {
  expect(unescapeLayer('&#9999999;&#xFFFFFF;')?.text).toBe('\ufffd\ufffd');
});

it('undoes what JSON.stringify did, and knows where each unit came from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('&'));
      const json = JSON.stringify(text).slice(1, -1);
      const { text: back, origin } = unescapeLayer(json) ?? { text: json, origin: (index: number) => index };
      expect(back).toBe(text);
      for (let index = 0; index < text.length; index += 1) {
        const unit = json.charAt(origin(index));
        expect([text.charAt(index), '\\']).toContain(unit);
      }
    }),
  );
});
