import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it.each<[string, unknown]>([
  ['{"a":1}', { a: 1 }],
  ['null', null],
  ['\uFEFF[1]', [1]],
  ['\uFEFF\uFEFF[1]', undefined],
  ['', undefined],
  ['no JSON', undefined],
])('reads %j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
