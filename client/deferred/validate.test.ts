import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../types.ts';
import { findViolation } from './validate.ts';

/** Whether a value breaks the schema of property `a`, and how. */
async function violation(a: Json, schema: Json, rest: JsonObject = {}): Promise<string> {
  const found = await findViolation({ type: 'object', properties: { a: schema }, ...rest }, { a });
  return found === undefined ? 'fits' : `${found.path} (${found.keyword}): ${found.detail}`;
}

describe('findViolation', () => {
  it.each<[Json, Json, string]>([
    ['x', { type: 'integer' }, 'arguments.a (type): must be integer; got "x"'],
    [5, { type: 'integer', maximum: 4 }, 'arguments.a (maximum): must be <= 4; got 5'],
    ['c', { enum: ['a', 'b'] }, 'arguments.a (enum): must be equal to one of the allowed values: ["a", "b"]; got "c"'],
    ['c', { const: 'a' }, 'arguments.a (const): must be equal to constant: "a"; got "c"'],
    ['c', { pattern: '^a' }, 'arguments.a (pattern): must match pattern "^a"; got "c"'],
    [[1, 'x'], { items: { type: 'integer' } }, 'arguments.a.1 (type): must be integer; got "x"'],
    [{ 'b/c~': 1 }, { additionalProperties: { type: 'null' } }, 'arguments.a.b/c~ (type): must be null; got 1'],
    [{}, { required: ['b'] }, "arguments.a (required): must have required property 'b'; got {}"],
    [
      'x',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      'arguments.a (anyOf): must match a schema in anyOf; got "x"',
    ],
    [
      ['x', 1],
      { prefixItems: [true], items: false },
      'arguments.a (additionalItems): must NOT have more than 1 items; got ["x", 1]',
    ],
    [null, { type: 'string' }, 'arguments.a (type): must be string; got null'],
  ])('finds that %j breaks %j', async (value, schema, found) => {
    expect(await violation(value, schema)).toBe(found);
  });

  it('names a parameter that does not exist', async () => {
    expect(await findViolation({ type: 'object', properties: {}, additionalProperties: false }, { b: 1 })).toEqual({
      path: 'arguments',
      keyword: 'additionalProperties',
      detail: 'must NOT have additional properties: "b"; got {"b": 1}',
    });
  });

  it('cuts the detail at 600 characters', async () => {
    const found = await findViolation({ properties: { a: { type: 'integer' } } }, { a: 'x'.repeat(1000) });
    expect(found?.detail).toBe(`must be integer; got "${'x'.repeat(578)}…`);
  });

  it.each<[Json, Json]>([
    [null, { type: 'string', nullable: true }],
    [null, { enum: ['a'], nullable: true }],
    ['a', { type: 'string', nullable: true }],
    ['no date', { type: 'string', format: 'date' }],
    ['x', { format: 'made-up' }],
    ['x', { 'x-made-up': { a: 1 } }],
    [{ b: 1 }, { $ref: '#/$defs/x' }],
  ])('finds that %j fits %j', async (value, schema) => {
    expect(await violation(value, schema, { $defs: { x: { type: 'object' } } })).toBe('fits');
  });

  it.each<[string, JsonObject]>([
    ['a reference to elsewhere', { properties: { a: { $ref: 'http://127.0.0.1:1/schema.json' } } }],
    ['a dangling reference', { properties: { a: { $ref: '#/$defs/gone' } } }],
    ['an unknown type', { properties: { a: { type: 'text' } } }],
    ['a broken pattern', { properties: { a: { pattern: '(' } } }],
    ['a keyword of a wrong kind', { properties: { a: { maximum: 'high' } } }],
    ['properties that are no mapping', { properties: 7 }],
    ['a schema that refers to itself only', { $ref: '#' }],
    ['an asynchronous schema', { $async: true, type: 'object' }],
    [
      'a hidden asynchronous schema',
      { properties: { a: { $ref: '#/default' } }, default: { $async: true, type: 'null' } },
    ],
  ])('lets arguments through for %s', async (_, schema) => {
    expect(await findViolation(schema, { a: 'x' })).toBeUndefined();
  });

  it('lets arguments through when a pattern would never come back', async () => {
    expect(await violation(`${'a'.repeat(60)}!`, { pattern: '^(a+)+$' })).toBe('fits');
  });

  it('lets arguments through when definitions multiply for ever', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` };
        return [`d${at}`, { anyOf: [next, next] }];
      }),
    );
    expect(await violation('x', { $ref: '#/$defs/d0' }, { $defs: { ...$defs, d60: { type: 'integer' } } })).toBe(
      'fits',
    );
  });

  it('keeps schemas with one $id apart', async () => {
    const schema = (type: string): JsonObject => ({ $id: 'https://a.example/x', properties: { a: { type } } });
    expect(await findViolation(schema('integer'), { a: 'x' })).toBeDefined();
    expect(await findViolation(schema('string'), { a: 'x' })).toBeUndefined();
  });

  it('checks no arguments too where a schema could ask for some', async () => {
    expect(await findViolation({ type: 'object', minProperties: 1 }, {})).toMatchObject({ keyword: 'minProperties' });
    expect(await findViolation({ type: 'array' }, {})).toMatchObject({ keyword: 'type' });
    expect(await findViolation({ type: 'object', properties: {}, additionalProperties: false }, {})).toBeUndefined();
  });
});
