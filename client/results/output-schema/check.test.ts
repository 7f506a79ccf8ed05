import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../types.ts';
import { InvalidResultError } from '../error.ts';
import type { CallToolResult } from '../types.ts';
import { checkOutputSchema } from './check.ts';

const reading: JsonObject = {
  type: 'object',
  properties: { station: { type: 'string' }, celsius: { type: 'number' } },
  required: ['station', 'celsius'],
};

async function verdict(outputSchema: unknown, result: Partial<CallToolResult>): Promise<string> {
  try {
    await checkOutputSchema({ name: 'weather', outputSchema }, { content: [], ...result });
    return 'fits';
  } catch (error) {
    if (error instanceof InvalidResultError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe('checkOutputSchema', () => {
  it('lets a tool without outputSchema send what it likes', async () => {
    await expect(checkOutputSchema({ name: 'weather' }, { content: [] })).resolves.toBeUndefined();
  });

  it('accepts structuredContent that fits', async () => {
    expect(await verdict(reading, { structuredContent: { station: 'north', celsius: 21 } })).toBe('fits');
  });

  it('names the place and the requirement, and no value', async () => {
    expect(await verdict(reading, { structuredContent: { station: 'north', celsius: 'mild' } })).toBe(
      'structured-content-mismatch: The result does not keep to the outputSchema of weather: structuredContent.celsius must be number',
    );
    expect(await verdict(reading, { structuredContent: {} })).toBe(
      "structured-content-mismatch: The result does not keep to the outputSchema of weather: structuredContent must have required property 'station'",
    );
  });

  it('asks for structuredContent, and takes an explicit null for a value', async () => {
    expect(await verdict(reading, {})).toBe(
      'structured-content-missing: weather has an outputSchema, so the result needs structuredContent, and it has none',
    );
    expect(await verdict(reading, { structuredContent: null })).toMatch(
      /^structured-content-mismatch: .*structuredContent must be object$/,
    );
    expect(await verdict({ type: 'null' }, { structuredContent: null })).toBe('fits');
  });

  it('does not check a result that reports an error', async () => {
    expect(await verdict(reading, { isError: true })).toBe('fits');
    expect(await verdict(reading, { isError: true, structuredContent: { celsius: 'mild' } })).toBe('fits');
  });

  it.each([
    [{ prefixItems: [{ type: 'number' }] }, ['a'], 'structuredContent[0] must be number'],
    [
      { type: 'object', properties: { a: true }, unevaluatedProperties: false },
      { b: 1 },
      'structuredContent must NOT have unevaluated properties',
    ],
    [
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'number' }] },
      ['a'],
      'structuredContent[0] must be number',
    ],
    [
      { $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n' } },
      [1, 'a'],
      'structuredContent[1] must be number',
    ],
    [{ properties: { at: { format: 'date' } } }, { at: 'today' }, 'structuredContent.at must match format "date"'],
  ] as [JsonObject, Json, string][])('knows the dialect of %j', async (schema, structuredContent, mismatch) => {
    expect(await verdict(schema, { structuredContent })).toContain(mismatch);
  });

  it.each([
    [
      { $ref: 'https://schemas.example.com/reading.json' },
      "can't resolve reference https://schemas.example.com/reading.json",
    ],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, 'unsupported dialect'],
    [{ properties: { a: { pattern: '(' } } }, 'Invalid regular expression'],
    ['a schema', 'expected an object, got a string'],
    [null, 'expected an object, got null'],
  ])('cannot use the schema %j', async (schema, why) => {
    const message = await verdict(schema, { structuredContent: {} });
    expect(message).toMatch(/^output-schema-unusable: The outputSchema of weather cannot be used: /);
    expect(message).toContain(why);
  });

  it('keeps schemas of the same $id apart', async () => {
    const withId = (type: string): JsonObject => ({ $id: 'https://example.com/s', properties: { a: { type } } });
    expect(await verdict(withId('number'), { structuredContent: { a: 1 } })).toBe('fits');
    expect(await verdict(withId('string'), { structuredContent: { a: 1 } })).toContain('must be string');
  });

  it('checks one listed schema again and again', async () => {
    for (const celsius of [1, 2]) {
      expect(await verdict(reading, { structuredContent: { station: 's', celsius } })).toBe('fits');
    }
  });

  it('gives up on a pattern that would never end', async () => {
    const endless = { properties: { a: { pattern: '^(a+)+$' } } };
    expect(await verdict(endless, { structuredContent: { a: `${'a'.repeat(60)}b` } })).toMatch(
      /^output-schema-unusable: .* not done after 2000 ms$/,
    );
  });

  it('hides a key of the result whole, though it begins like another', async () => {
    const schema = { additionalProperties: { type: 'number' } };
    expect(await verdict(schema, { structuredContent: { a: 1, 'a b': 'x' } })).toMatch(
      /: structuredContent\.\* must be number$/,
    );
  });

  it('names no place that lies very deep', async () => {
    const node = { type: 'object', additionalProperties: { $ref: '#/$defs/node' } };
    const schema = { $defs: { node }, $ref: '#/$defs/node' };
    const at = (depth: number): Json => (depth === 0 ? 'quartz' : { a: at(depth - 1) });
    expect(await verdict(schema, { structuredContent: at(32) })).toMatch(
      /structuredContent(?:\.\*){32} must be object$/,
    );
    expect(await verdict(schema, { structuredContent: at(33) })).toMatch(/structuredContent(?:\.\*){32} does not fit$/);
  });

  it('repeats neither keys nor values of the result, whatever they look like', async () => {
    const schema = { additionalProperties: { additionalProperties: { type: 'number' } } };
    const hidden = fc
      .tuple(fc.constantFrom('', 'a', 'a/b', '~1', ' must be', ', data/', '/'), fc.nat(9))
      .map(([around, digit]) => `${around}quartz-${digit}${around}`);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(hidden, fc.dictionary(hidden, hidden, { minKeys: 1 }), { minKeys: 1 }),
        async (value) => {
          const message = await verdict(schema, { structuredContent: value });
          expect(message).toMatch(/^structured-content-mismatch: /);
          expect(message).not.toContain('quartz');
        },
      ),
    );
  });
});
