import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { toDraft7 } from './dialect.ts';

describe('toDraft7', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }, { type: 'string' }],
    [{ $async: true, items: { $async: true } }, { items: {} }],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ type: 'string', const: 'a', nullable: true }, { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }],
    [{ $ref: '#/$defs/x', nullable: true }, { anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] }],
    [{ prefixItems: [{ type: 'string' }] }, { items: [{ type: 'string' }] }],
    [
      { prefixItems: [true], items: false },
      { items: [true], additionalItems: false },
    ],
    [{ items: { type: 'string' } }, { items: { type: 'string' } }],
    [{ dependentRequired: { a: ['b'] } }, { allOf: [{ dependencies: { a: ['b'] } }] }],
    [
      { allOf: [true], dependentRequired: { a: ['b'] }, dependentSchemas: { a: { nullable: true, type: 'object' } } },
      { allOf: [true, { dependencies: { a: ['b'] } }, { dependencies: { a: { type: ['object', 'null'] } } }] },
    ],
    [
      { properties: { nullable: { nullable: true, type: 'null' } } },
      { properties: { nullable: { type: ['null', 'null'] } } },
    ],
  ])('makes of %j: %j', (schema, draft7) => {
    expect(toDraft7(schema)).toEqual(draft7);
  });
});
