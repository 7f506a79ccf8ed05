import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../types.ts';
import { normaliseSchema } from './normalise.ts';
import { toOfferedSchema } from './offer.ts';

/** What becomes of the schema of one property. */
function property(schema: Json): Json | undefined {
  const { properties } = toOfferedSchema({ type: 'object', properties: { a: schema } });
  return (properties as JsonObject).a;
}

describe('toOfferedSchema', () => {
  it('leaves an ordinary schema alone, in its order', () => {
    const schema = {
      type: 'object',
      properties: { q: { type: 'string', description: 'What.', default: 'x' }, at: { $ref: '#/$defs/at' } },
      required: ['q'],
      $defs: { at: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    };
    expect(JSON.stringify(toOfferedSchema(schema))).toBe(JSON.stringify(schema));
  });

  it('drops a list of nothing that is required', () => {
    expect(toOfferedSchema(normaliseSchema({ type: 'object', properties: { a: { type: 'object' } } }))).toEqual({
      type: 'object',
      properties: { a: { type: 'object', properties: {} } },
    });
  });

  it('drops unions, enums and exclusions at the root and keeps them below', () => {
    const schema = { anyOf: [{ type: 'string' }], oneOf: [{}], allOf: [{}], not: {}, enum: ['a'] };
    expect(toOfferedSchema({ ...schema, title: 'T' })).toEqual({ type: 'object', properties: {}, title: 'T' });
    expect(property(schema)).toEqual(schema);
  });

  it.each<[JsonObject]>([
    [{ type: 'array', items: {} }],
    [{ type: 'string' }],
    [{ properties: 5 }],
    [{ properties: [] }],
  ])('makes of %j the parameters of a tool, which are an object everywhere', (schema) => {
    expect(toOfferedSchema(schema)).toMatchObject({ type: 'object', properties: {} });
    expect(toOfferedSchema(schema).properties).toEqual({});
  });

  it.each<[string, Json, Json]>([
    ['a type and null', { type: ['string', 'null'], maxLength: 3 }, { type: 'string', maxLength: 3, nullable: true }],
    [
      'two types',
      { type: ['string', 'integer'], title: 'T' },
      { anyOf: [{ type: 'string' }, { type: 'integer' }], title: 'T' },
    ],
    [
      'two types and null',
      { type: ['string', 'null', 'integer'] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    ],
    [
      'two types beside a union',
      { type: ['string', 'integer'], anyOf: [{ maxLength: 3 }] },
      { anyOf: [{ maxLength: 3 }] },
    ],
    ['null alone', { type: ['null'] }, { type: 'null' }],
    ['a bare type', 'string', { type: 'string' }],
    ['a bare type of items', { type: 'array', items: 'string' }, { type: 'array', items: { type: 'string' } }],
    ['a default beside a reference', { $ref: '#/$defs/x', default: 1 }, { $ref: '#/$defs/x' }],
    ['a default that is null', { type: 'string', default: null }, { type: 'string', default: null }],
  ])('knows %s', (_, schema, offered) => {
    expect(property(schema)).toEqual(offered);
  });

  it('takes keywords only where they are keywords', () => {
    const properties = {
      required: { type: 'array' },
      default: { type: 'string' },
      enum: { type: 'string' },
      items: 'string',
    };
    expect(toOfferedSchema({ type: 'object', properties }).properties).toEqual({
      ...properties,
      items: { type: 'string' },
    });
    expect(property({ enum: [{ type: ['string', 'null'] }] })).toEqual({ enum: [{ type: ['string', 'null'] }] });
  });
});
