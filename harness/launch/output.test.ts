import { expect, it } from 'vitest';
import { keepLines } from './lines.ts';
import { keepOutput } from './output.ts';

it('keeps a short output as it came, also a character that came in two pieces', () => {
  const output = keepOutput(100);
  for (const byte of Buffer.from('first ü second')) output.push(Buffer.from([byte]));
  expect(output.text()).toBe('first ü second');
});

it.each([1, 3, 7, 64])('keeps the beginning and the end of a long output that came in pieces of %i', (size) => {
  const output = keepOutput(10);
  const all = `0123456789${'x'.repeat(100)}abcdefghij`;
  for (let at = 0; at < all.length; at += size) output.push(Buffer.from(all.slice(at, at + size)));
  expect(output.text()).toBe('0123456789\n… 100 bytes are left out …\nabcdefghij');
});

it('keeps everything up to twice the limit', () => {
  const output = keepOutput(10);
  output.push(Buffer.from('0123456789abcdefghij'));
  expect(output.text()).toBe('0123456789abcdefghij');
});

it('takes lines up to the limit and says when there is one too many', () => {
  const lines = keepLines('model.jsonl', 10);
  lines.push('abcd\n');
  lines.push('ü12\n');
  expect(() => lines.push('x\n')).toThrow('Expected model.jsonl to stay within 10 bytes, got a line too many');
  expect(lines.text()).toBe('abcd\nü12\n');
});
