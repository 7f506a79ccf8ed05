import { expect, it } from 'vitest';
import { linksOf } from './markdown-links.ts';

const targets = (text: string): string[] => linksOf(text).targets.map(({ target }) => target);
const anchors = (text: string): string[] => [...linksOf(text).anchors];

it.each([
  ['a [link](a.md) and an ![image](b.png "title")', ['a.md', 'b.png']],
  ['[one](<a.md>) [`code`](b.md#x)', ['a.md', 'b.md#x']],
  ['<https://example.com/x>', ['https://example.com/x']],
  ['[name]: https://example.com', ['https://example.com']],
  ['<a href="c.md">c</a>', ['c.md']],
  [String.raw`\[no\]\(x.md\), [no\](x.md), \<https://example.com>`, []],
  ['`[no](x.md)` and ``a ` [no](x.md)``', []],
  [String.raw`\<a href="x.md"> says src="y.md"`, []],
  ['```\n[no](x.md)\n```\n[yes](y.md)', ['y.md']],
  ['~~~~\n```\n[no](x.md)\n~~~~\n', []],
])('finds where %j leads', (text, expected) => {
  expect(targets(text)).toEqual(expected);
});

it('counts lines from 1', () => {
  expect(linksOf('\n[x](y)').targets).toEqual([{ target: 'y', line: 2 }]);
});

it.each([
  ['# At a glance', ['at-a-glance']],
  ['## `tools.result._meta` ##', ['toolsresult_meta']],
  ['## Same\n## Same', ['same', 'same-1']],
  ['## A [link](x.md)', ['a-link']],
  ['<a id="row.x"></a>', ['row.x']],
  ['```\n# No\n```', []],
])('knows the anchors of %j', (text, expected) => {
  expect(anchors(text)).toEqual(expected);
});
