import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson } from './is-json.ts';
import { parseJson } from './parse-json.ts';

const parses = (text: Buffer): boolean => parseJson(text.toString('utf8')) !== undefined;

describe('a text is JSON when JSON.parse says so', () => {
  const texts = [
    '',
    ' ',
    '{}',
    '[]',
    ' [ ] ',
    '{"a":1}',
    '{"a":1,}',
    '[1,]',
    '[,1]',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '[1 2]',
    '1',
    '-1',
    '01',
    '1.',
    '.5',
    '1.5e+9',
    '1e',
    '-',
    '+1',
    'true',
    'True',
    'nulL',
    'NaN',
    'truefalse',
    '0x1',
    '1 2',
    '"a"',
    '"a',
    '"',
    '"\\"',
    '"\\""',
    '"\\x"',
    '"\\u00e"',
    '"\\u00eG"',
    '"\\ud800"',
    '"\t"',
    '"\u007f"',
    "'a'",
    '""a',
    '{}}',
    '[]]',
    '[}',
    '{]',
    '[[',
    ']',
    '}',
    ',',
    ':',
    '{"a":1 "b":2}',
    '{"a":[{"b":[]}]}',
    '\uFEFF[1]',
    '\uFEFF\uFEFF1',
    '{"__proto__":1}',
    '{"a":1}x',
    '[1,\u00a02]',
    '[1,\n2\r\t]',
    '[1]\u0000',
  ];
  it.each(texts)('%j', (text) => {
    const bytes = Buffer.from(text);
    expect(isJson(bytes)).toBe(parses(bytes));
  });

  it('whatever it holds, and when it has lost, gained or changed a byte', () => {
    const damage = fc.record({
      at: fc.nat(),
      byte: fc.constantFrom(...Buffer.from('{}[],:"\\ae01-.+ \n\u0001')),
      how: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), fc.option(damage), (value, space, damaged) => {
        const whole = Buffer.from(JSON.stringify(value, undefined, space));
        const { at = 0, byte = 0, how = 0 } = damaged ?? {};
        const place = at % (whole.length + 1);
        const inserted = how === 1 ? [] : [byte];
        const bytes =
          damaged === null
            ? whole
            : Buffer.concat([
                whole.subarray(0, place),
                Buffer.from(inserted),
                whole.subarray(place + (how === 0 ? 0 : 1)),
              ]);
        expect(isJson(bytes)).toBe(parses(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it('at little cost when it opens far more than it closes', () => {
    const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const text = Buffer.from('['.repeat(2 ** 22));
    const before = memory();
    expect(isJson(text)).toBe(false);
    expect(memory() - before).toBeLessThan(2 ** 24);
  });

  it('however deep it is', () => {
    const deep = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000));
    expect([isJson(deep), isJson(deep.subarray(1))]).toEqual([true, false]);
    const [open, close] = ['[{"a":'.repeat(1000), '}]'.repeat(1000)];
    const mixed = [`${open}1${close}`, `${open}1}${close}`, `${open}1${close.slice(0, -4)}]}]`, `${open}[]]${close}`];
    expect(mixed.map((text) => isJson(Buffer.from(text)))).toEqual([true, false, false, false]);
  });
});
