import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerDns } from './dns-answer.ts';

const HEADER = [0xab, 0xcd, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0];
const label = (text: string): number[] => [text.length, ...Buffer.from(text, 'latin1')];
const QUESTION = [...label('example'), ...label('invalid'), 0, 0, 1, 0, 1];
const QUERY = Buffer.from([...HEADER, ...QUESTION]);

it('says that there is no such name, and repeats the question', () => {
  const response = Buffer.from([0xab, 0xcd, 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0, ...QUESTION]);
  expect(answerDns(QUERY)).toEqual({ name: 'example.invalid', response });
});

it('leaves out what follows the first question', () => {
  const query = Buffer.from([...HEADER.slice(0, 11), 1, ...QUESTION, 0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]);
  expect(answerDns(query)).toEqual(answerDns(QUERY));
});

it.each([
  ['nothing', []],
  ['half a header', HEADER.slice(0, 6)],
  ['a header alone', HEADER],
  ['a response', [0xab, 0xcd, 0x81, ...HEADER.slice(3), ...QUESTION]],
  ['no question', [...HEADER.slice(0, 5), 0, ...HEADER.slice(6), ...QUESTION]],
  ['a label longer than the rest', [...HEADER, 60, 97, 0, 0, 1, 0, 1]],
  ['a name without an end', [...HEADER, ...label('example')]],
  ['a name that points to itself', [...HEADER, 0xc0, 12, 0, 1, 0, 1]],
  ['a question without a class', [...HEADER, ...QUESTION.slice(0, -2)]],
  [
    'a name that is too long',
    [...HEADER, ...Array.from({ length: 5 }, () => label('a'.repeat(60))).flat(), 0, 0, 1, 0, 1],
  ],
])('answers nothing to %s', (_, bytes) => {
  expect(answerDns(Buffer.from(bytes))).toBeUndefined();
});

it('stands any bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 600 });
  fc.assert(
    fc.property(
      fc.oneof(
        bytes,
        bytes.map((rest) => Uint8Array.from([...HEADER, ...rest])),
      ),
      (query) => {
        const answer = answerDns(Buffer.from(query));
        expect(answer?.response.length ?? 0).toBeLessThanOrEqual(query.length);
      },
    ),
  );
});
