import { describe, expect, it } from 'vitest';
import type { Json } from '../types.ts';
import { coerceArguments } from './coerce.ts';

function coerced(value: Json, schema: Json): Json | undefined {
  return coerceArguments({ a: value }, { type: 'object', properties: { a: schema } }).a;
}

describe('coerceArguments', () => {
  it.each<[Json, Json, Json]>([
    ['5', { type: 'integer' }, 5],
    [' -5 ', { type: 'integer' }, -5],
    ['5.0', { type: 'integer' }, 5],
    ['5.5', { type: 'number' }, 5.5],
    ['1e3', { type: 'number' }, 1000],
    ['true', { type: 'boolean' }, true],
    ['False', { type: 'boolean' }, false],
    ['["a"]', { type: 'array' }, ['a']],
    ['{"b":1}', { type: 'object' }, { b: 1 }],
    ['null', { type: ['integer', 'null'] }, null],
    ['null', { type: 'integer', nullable: true }, null],
    ['7', { type: ['boolean', 'integer'] }, 7],
  ])('turns %j for %j into %j', (value, schema, result) => {
    expect(coerced(value, schema)).toEqual(result);
  });

  it.each<[Json, Json]>([
    ['5', { type: 'string' }],
    ['5', { type: ['integer', 'string'] }],
    ['5', {}],
    ['5', true],
    ['5', { anyOf: [{ type: 'integer' }] }],
    ['5.5', { type: 'integer' }],
    ['9007199254740993', { type: 'integer' }],
    ['1e999', { type: 'number' }],
    ['five', { type: 'integer' }],
    ['', { type: 'integer' }],
    ['yes', { type: 'boolean' }],
    ['1', { type: 'boolean' }],
    ['{"b":1}', { type: 'array' }],
    ['[', { type: 'array' }],
    ['null', { type: 'integer' }],
    ['null', { nullable: true }],
    ['5', { type: 7 }],
    [5, { type: 'string' }],
    [['5'], { type: 'integer' }],
  ])('leaves %j for %j alone', (value, schema) => {
    expect(coerced(value, schema)).toEqual(value);
  });

  it('knows only own properties of a schema, and keeps every argument', () => {
    const args = JSON.parse('{"__proto__":"5","toString":"5"}');
    expect(JSON.stringify(coerceArguments(args, { properties: {} }))).toBe('{"__proto__":"5","toString":"5"}');
    expect(coerceArguments({ a: '5' }, { properties: [] })).toEqual({ a: '5' });
    expect(coerceArguments({ a: '5' }, {})).toEqual({ a: '5' });
  });

  it('does not change its input', () => {
    const args = { a: '5' };
    coerceArguments(args, { properties: { a: { type: 'integer' } } });
    expect(args).toEqual({ a: '5' });
  });
});
