import { describe, expect, it } from 'vitest';
import type { FieldSeen } from '../../data/types/record.ts';
import type { FieldCheck } from '../../scenarios/types.ts';
import type { Arrival } from './arrival.ts';
import { answerChecks } from './checks.ts';

const saw = (...fields: Partial<FieldSeen>[]): Arrival => ({
  kind: 'fields',
  fields: fields.map((field) => ({ as: 'text', count: 1, field: 'content', parts: 'whole', places: [], ...field })),
  order: [],
  sent: [],
});
const error: Arrival = { kind: 'error', message: 'x', said: 'x', quotes: [] };
const quoting: Arrival = { ...error, quotes: ['content'] };
const placeholder: Arrival = { kind: 'placeholder', message: 'x', said: 'x' };
const outcome = (check: Omit<FieldCheck, 'id' | 'text'>, arrival: Arrival, marked = false): string | undefined =>
  answerChecks([{ id: 'a', text: 'a', ...check }], arrival, marked)[0]?.outcome;

describe('answerChecks', () => {
  it('keeps the order and the ids of the checks', () => {
    const checks: FieldCheck[] = [
      { id: 'b', text: '', arrives: ['content'] },
      { id: 'a', text: '', absent: ['content'] },
    ];
    expect(answerChecks(checks, saw({}), false)).toEqual([
      { id: 'b', outcome: 'met' },
      { id: 'a', outcome: 'not met' },
    ]);
  });

  it.each([
    [saw({}), 'met'],
    [saw({ parts: 'head' }), 'not met'],
    [saw({ parts: 'head' }, { as: 'base64' }), 'met'],
    [saw({ field: 'payload' }), 'not met'],
    [error, 'not met'],
    [quoting, 'not met'],
    [{ kind: 'hidden' }, 'not met'],
  ] as [Arrival, string][])('arrives, after %j: %s', (arrival, expected) => {
    expect(outcome({ arrives: ['content'] }, arrival)).toBe(expected);
  });

  it.each([
    [saw({ parts: 'head' }), 'not met'],
    [saw({ field: 'payload' }), 'met'],
    [error, 'met'],
    [quoting, 'not met'],
    [{ ...quoting, quotes: ['structuredContent'] }, 'met'],
    [{ kind: 'hidden' }, 'met'],
    [{ kind: 'nothing' }, 'met'],
  ] as [Arrival, string][])('absent, after %j: %s', (arrival, expected) => {
    expect(outcome({ absent: ['content'] }, arrival)).toBe(expected);
  });

  it.each([
    [error, false, 'met'],
    [saw({}), true, 'met'],
    [saw({}), false, 'not met'],
    [{ kind: 'nothing' }, true, 'met'],
    [placeholder, false, 'not met'],
    [{ kind: 'hidden' }, false, 'not met'],
  ] as [Arrival, boolean, string][])(
    'marked as an error, after %j that is marked (%s): %s',
    (arrival, is, expected) => {
      expect(outcome({ marked: 'error' }, arrival, is)).toBe(expected);
    },
  );

  it.each([
    [error, 'met'],
    [quoting, 'met'],
    [placeholder, 'not met'],
    [saw({}), 'not met'],
    [{ kind: 'nothing' }, 'not met'],
    [{ kind: 'hidden' }, 'not met'],
  ] as [Arrival, string][])('told of an error, after %j: %s', (arrival, expected) => {
    expect(outcome({ told: 'error' }, arrival)).toBe(expected);
  });

  it('needs every condition of a check', () => {
    expect(outcome({ arrives: ['_meta'], absent: ['reserved _meta'] }, saw({ field: '_meta' }))).toBe('met');
    expect(
      outcome({ arrives: ['_meta'], absent: ['reserved _meta'] }, saw({ field: '_meta' }, { field: 'reserved _meta' })),
    ).toBe('not met');
    expect(outcome({ arrives: ['_meta', 'content'] }, saw({ field: '_meta' }))).toBe('not met');
  });
});
