import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';
import { storedFile } from './read-stored.ts';
import { clientsFile, RUN, sampleStored } from './sample-stored.ts';

const path = 'data/clients.json';
const texts = (given: Record<string, string>) => plainText.check(sampleStored(given)).map(({ text }) => text);

it('passes what is plain', () => {
  expect(plainText.check(sampleStored())).toEqual([]);
});

it('fails bytes that are no UTF-8', () => {
  const stored = sampleStored();
  const wire = `runs/${RUN}/wire.jsonl`;
  stored.files.push(storedFile(wire, Buffer.from([0x7b, 0xc3, 0x28, 0x7d])));
  expect(plainText.check(stored)).toEqual([{ path: wire, text: 'Expected UTF-8, got other bytes.' }]);
});

it.each(['README.md', 'docs/page.md', 'cards/sample.md'])('fails bytes that are no UTF-8 in the page %s', (page) => {
  const stored = sampleStored();
  const bytes = Buffer.from([0x23, 0x20, 0xff]);
  stored.pages = [{ path: page, bytes, text: bytes.toString('utf8') }];
  expect(plainText.check(stored)).toEqual([{ path: page, text: 'Expected UTF-8, got other bytes.' }]);
  stored.pages = [{ path: page, bytes: Buffer.from('# x\r\n'), text: '# x\r\n' }];
  expect(plainText.check(stored)).toEqual([]);
});

it('fails a byte order mark and CRLF, and takes them away', () => {
  const windows = `\uFEFF${clientsFile().replaceAll('\n', '\r\n')}`;
  expect(texts({ [path]: windows })).toEqual([
    'Expected no byte order mark, got one.',
    'Expected lines that end in LF, got a CR.',
  ]);
  expect(plainText.fix?.(storedFile(path, Buffer.from(windows)))).toBe(clientsFile());
  expect(texts({ [`runs/${RUN}/wire.jsonl`]: '{}\r\n' })).toEqual(['Expected lines that end in LF, got a CR.']);
});

it('fails a key that stands twice in one object, in any spelling', () => {
  expect(texts({ [path]: '{"clients":[],"clients":[]}' })).toEqual([
    'Expected the key "clients" once in its object, got it twice.',
  ]);
  expect(texts({ [path]: String.raw`{"a":{"b":1},"\u0061":2,"__proto__":{"__proto__":0},"__proto__":1}` })).toEqual([
    'Expected the key "a" once in its object, got it twice.',
    'Expected the key "__proto__" once in its object, got it twice.',
  ]);
  expect(texts({ [path]: String.raw`{"a":"\"a\":1,\"a\":{","b":[{"a":1},{"a":2}],"c":{"a":":"}}` })).toEqual([]);
});
