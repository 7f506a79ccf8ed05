import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../types.ts';
import { deepest } from './copy.ts';
import { normaliseSchema } from './normalise.ts';

/** The normalised schema of an object with one property. */
function property(schema: Json): Json | undefined {
  const { properties } = normaliseSchema({ type: 'object', properties: { a: schema } });
  return (properties as JsonObject).a;
}

function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}

describe('normaliseSchema', () => {
  it.each([undefined, null, {}, [], 'string', 7, true])('takes %j for no schema', (inputSchema) => {
    expect(normaliseSchema(inputSchema)).toEqual({ type: 'object', properties: {} });
  });

  it('renames definitions and the references to them', () => {
    expect(
      normaliseSchema({
        type: 'object',
        properties: { a: { $ref: '#/definitions/x' }, b: { $ref: '#/properties/a' } },
        definitions: { x: { type: 'string' } },
      }),
    ).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/properties/a' } },
      $defs: { x: { type: 'string' } },
      required: [],
    });
  });

  it('leaves definitions alone where it is a name or a value', () => {
    const properties = { definitions: { type: 'string', default: { definitions: 1 } } };
    const patternProperties = { definitions: { const: { $ref: '#/definitions/x' } } };
    expect(normaliseSchema({ type: 'object', properties, patternProperties })).toEqual({
      type: 'object',
      properties,
      patternProperties,
      required: [],
    });
  });

  it('joins definitions with $defs, which wins', () => {
    const schema = {
      type: 'object',
      definitions: { a: { type: 'string' }, b: true },
      $defs: { a: { type: 'number' } },
    };
    expect(normaliseSchema(schema).$defs).toEqual({ a: { type: 'number' }, b: true });
  });

  it('makes an optional value nullable and keeps what is said about it', () => {
    expect(
      property({
        anyOf: [{ type: 'string', title: 'Inner' }, { type: 'null' }],
        title: 'Outer',
        description: 'A name.',
        default: null,
        examples: ['x'],
      }),
    ).toEqual({
      type: 'string',
      title: 'Inner',
      nullable: true,
      description: 'A name.',
      default: null,
      examples: ['x'],
    });
  });

  it('does the same for oneOf, and keeps a given nullable', () => {
    expect(property({ oneOf: [{ type: 'null' }, { type: 'string', nullable: false }] })).toEqual({
      type: 'string',
      nullable: false,
    });
  });

  it('puts no default beside a reference', () => {
    expect(property({ anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }], default: null, title: 'T' })).toEqual({
      $ref: '#/$defs/x',
      nullable: true,
      title: 'T',
    });
  });

  it('makes constants of one type an enum, in their order', () => {
    expect(
      property({
        oneOf: [{ const: 'b', title: 'B' }, { const: 'a', type: 'string', description: 'A' }, { const: 'b' }],
        description: 'Which.',
      }),
    ).toEqual({ type: 'string', enum: ['b', 'a'], description: 'Which.' });
    expect(property({ anyOf: [{ const: 1 }, { type: 'null' }, { const: 2 }] })).toEqual({
      type: 'integer',
      enum: [1, 2],
      nullable: true,
    });
    expect(property({ anyOf: [{ const: true }, { const: false }] })).toEqual({ type: 'boolean', enum: [true, false] });
  });

  it.each([
    [{ anyOf: [{ const: 1 }, { const: true }] }],
    [{ anyOf: [{ const: 1 }, { const: '1' }] }],
    [{ anyOf: [{ const: 1 }, { const: 1.5 }] }],
    [{ anyOf: [{ const: 'a', minLength: 1 }] }],
    [{ anyOf: [{ const: 'a', type: 'integer' }] }],
    [{ anyOf: [{ const: { a: 1 } }] }],
    [{ anyOf: [{ type: 'null' }] }],
    [{ anyOf: [] }],
    [{ anyOf: [true, { type: 'null' }] }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }],
    [{ anyOf: [{ type: 'string' }] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], oneOf: [{ type: 'string' }] }],
    [{ type: 'string', anyOf: [{ minLength: 1 }, { type: 'null' }] }],
  ])('leaves the union %j alone', (schema) => {
    expect(property(schema)).toEqual(schema);
  });

  it('collapses unions in unions', () => {
    const inner = { anyOf: [{ const: 'a' }, { const: 'b' }] };
    expect(property({ anyOf: [inner, { type: 'null' }] })).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      nullable: true,
    });
    expect(property({ type: 'array', items: inner })).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
    });
  });

  it('keeps the definitions of a root that collapses', () => {
    expect(normaliseSchema({ anyOf: [{ type: 'object' }, { type: 'null' }], $defs: { x: true } })).toEqual({
      type: 'object',
      nullable: true,
      $defs: { x: true },
      properties: {},
      required: [],
    });
  });

  it('completes object nodes at every level', () => {
    expect(
      normaliseSchema({
        properties: { a: { properties: { b: { type: 'object' } }, required: ['b', 'gone', 'b', 7] } },
        required: ['a', 'gone'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { b: { type: 'object', properties: {}, required: [] } },
          required: ['b'],
        },
      },
      required: ['a'],
    });
  });

  it('completes a root that only says what is required', () => {
    expect(normaliseSchema({ required: ['a'] })).toEqual({ type: 'object', properties: {}, required: [] });
  });

  it('leaves a constraint on an outer schema alone below the root', () => {
    const schema = {
      type: 'object',
      properties: { a: {}, b: {} },
      required: [],
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(normaliseSchema(schema)).toEqual(schema);
  });

  it('removes unseen characters from texts, and leaves names and values as they are', () => {
    const unseen = 'a\u202Eb\u{E0041}';
    const given = { type: 'string', title: unseen, description: unseen, enum: [unseen], pattern: unseen };
    expect(property(given)).toEqual({ ...given, title: 'ab', description: 'ab' });
    const named = { type: 'object', properties: { description: { type: 'string' }, [unseen]: {} }, required: [unseen] };
    expect(property(named)).toEqual(named);
  });

  it('adds nothing to arrays', () => {
    expect(property({ type: 'array' })).toEqual({ type: 'array' });
  });

  it.each([
    [{ type: 'object', properties: [], required: 'a' }],
    [{ type: 'object', properties: 'a', required: { a: 1 } }],
    [{ properties: null, required: null }],
  ])('replaces properties and required of a wrong kind in %j', (schema) => {
    expect(normaliseSchema(schema)).toEqual({ type: 'object', properties: {}, required: [] });
  });

  it('keeps a property named __proto__ a property', () => {
    const schema = normaliseSchema(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
    );
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    );
  });

  it('knows only own properties', () => {
    expect(normaliseSchema({ type: 'object', properties: {}, required: ['toString'] }).required).toEqual([]);
  });

  it.each(['items', 'anyOf', 'properties', 'default'])('cuts a schema that nests 100000 levels of %s', (keyword) => {
    const text: Record<string, [string, string]> = {
      items: ['{"items":', '}'],
      anyOf: ['{"anyOf":[', ']}'],
      properties: ['{"properties":{"a":', '}}'],
      default: ['{"default":[', ']}'],
    };
    const [open, close] = text[keyword] ?? ['', ''];
    const schema = normaliseSchema(JSON.parse(`${open.repeat(100_000)}1${close.repeat(100_000)}`));
    // An object at the edge is completed once more: properties, and a list of what is required.
    expect(levels(schema)).toBeLessThanOrEqual(deepest + 2);
    expect(levels(schema)).toBeGreaterThanOrEqual(deepest);
  });

  it('never throws, never changes its input, and is stable', () => {
    const keywords = [
      'type',
      'properties',
      'required',
      'anyOf',
      'oneOf',
      'definitions',
      '$defs',
      '$ref',
      'items',
      'const',
    ];
    const keyword = fc.constantFrom(...keywords, 'default', 'a');
    const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<Json>('object', 'null', 'string', 'a', '#/definitions/a', 1, true, null),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(schema, (inputSchema) => {
        const before = JSON.stringify(inputSchema);
        const normalised = normaliseSchema(inputSchema);
        expect(JSON.stringify(inputSchema)).toBe(before);
        expect(JSON.stringify(normaliseSchema(inputSchema))).toBe(JSON.stringify(normalised));
      }),
      { numRuns: 500 },
    );
  });
});
