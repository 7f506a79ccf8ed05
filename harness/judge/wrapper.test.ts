import { expect, it } from 'vitest';
import { wrapperOf } from './wrapper.ts';

const error = { prefix: '', suffix: '' };

it('is null where nothing stands around a result', () => {
  expect(wrapperOf({ result: { prefix: '', suffix: '' }, error: { prefix: 'Error: ', suffix: '' } })).toBeNull();
});

it('counts both sides and shows the first words', () => {
  const wrapper = wrapperOf({ result: { prefix: '<untrusted>\n', suffix: '</untrusted>' }, error });
  expect(wrapper).toMatchObject({ characters: 24, start: '<untrusted>\n' });
  expect(wrapperOf({ result: { prefix: '', suffix: ' (end)' }, error })).toMatchObject({ start: ' (end)' });
});

it('tells a moved boundary from the same text', () => {
  const [a, b] = [
    { prefix: 'ab', suffix: 'c' },
    { prefix: 'a', suffix: 'bc' },
  ].map((result) => wrapperOf({ result, error })?.digest);
  expect(a).not.toBe(b);
});

it('keeps no more of a long one than sixty units', () => {
  expect(wrapperOf({ result: { prefix: 'x'.repeat(100), suffix: '' }, error })?.start).toHaveLength(60);
});
