import { expect, it } from 'vitest';
import { deadLinks } from './dead-links.ts';
import { RUN, sampleStored } from './sample-stored.ts';

const path = 'docs/page.md';
const texts = (text: string) => deadLinks.check(sampleStored({ [path]: text })).map((problem) => problem.text);

it.each([
  ['a page', '[x](../README.md)'],
  ['a heading of a page', '[x](../cards/sample.md#tools)'],
  ['a heading of its own', '# One two\n[x](#one-two)'],
  ['an anchor of its own', '<a id="row"></a>[x](#row)'],
  ['a folder', `[x](../runs/${RUN})`],
  ['an escaped name', `[x](../runs/${RUN.replace('.', '%2e')}/record.json)`],
  ['a place in a file that is no page', '[x](../data/clients.json#L1)'],
  ['an address', '<https://example.com/x?y=z#w>'],
])('passes a link to %s', (_what, text) => {
  expect(texts(text)).toEqual([]);
});

it.each([
  ['no file', '[x](gone.md)', 'docs/gone.md, found nothing there'],
  ['no heading', '[x](../README.md#gone)', 'the anchor #gone in README.md, found none'],
  ['nothing of its own', '[x](#gone)', 'the anchor #gone in docs/page.md, found none'],
  ['outside', '[x](../../etc/passwd)', 'a link inside of the repository, got ../../etc/passwd'],
  ['outside, escaped', '[x](%2e%2e/../x)', 'a link inside of the repository, got %2e%2e/../x'],
  ['a place of the machine', '[x](/etc/passwd)', 'a relative link, got /etc/passwd'],
  ['a host without a scheme', '[x](//example.com/)', 'a relative link, got //example.com/'],
  ['a broken escape', '[x](%zz)', 'a relative link, got %zz'],
  ['an open address', '[x](http://example.com/)', 'an https address, got http://example.com/'],
  ['a script', '[x](javascript:alert)', 'an https address, got javascript:alert'],
  ['an address that is none', '<https://:x>', 'an https address, got https://:x'],
  ['an address with a password', '<https://me:secret@example.com/>', 'no credentials in the address of example.com'],
])('fails a link to %s', (_what, text, expected) => {
  expect(texts(`\n${text}`).map((each) => each.replace(/line \d+/, 'line n'))).toEqual([
    `Expected ${expected} in line n.`,
  ]);
});
