import type { JsonObject } from '../../types.ts';
import { InvalidResultError, type ResultFault } from '../error.ts';
import { isUri } from './uri.ts';

/** What a value is, in words that tell nothing of what it holds. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Throws InvalidResultError for the value at `where`, for example `content: expected an array, got nothing`. */
export function refuse(where: string, expected: string, got: string): never {
  throw new InvalidResultError('invalid', `${where}: expected ${expected}, got ${got}`);
}

/** Runs a check of one part of a result; a wrong form has this fault, unless a part of that part has one of its own. */
export function within<Value>(fault: ResultFault, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidResultError) || error.code !== 'invalid' || error.fault !== undefined) throw error;
    throw new InvalidResultError(error.code, error.message, { cause: error.cause, fault });
  }
}

export function expectObject(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, 'an object', kindOf(value));
  return value as JsonObject;
}

export function expectArray(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) refuse(where, 'an array', kindOf(value));
  return value;
}

export function expectString(value: unknown, where: string): string {
  if (typeof value !== 'string') refuse(where, 'a string', kindOf(value));
  return value;
}

/** Checks a value that may be left out. `null` is a value: a schema that wants a string does not take it. */
export function optional(value: unknown, where: string, check: (value: unknown, where: string) => unknown): void {
  if (value !== undefined) check(value, where);
}

export function expectBoolean(value: unknown, where: string): void {
  if (typeof value !== 'boolean') refuse(where, 'a boolean', kindOf(value));
}

export function expectInteger(value: unknown, where: string): void {
  if (!Number.isInteger(value)) refuse(where, 'an integer', typeof value === 'number' ? 'a fraction' : kindOf(value));
}

export function expectOneOf(value: unknown, where: string, allowed: readonly string[]): string {
  const expected = allowed.map((one) => JSON.stringify(one)).join(' or ');
  if (typeof value !== 'string') refuse(where, expected, kindOf(value));
  if (!allowed.includes(value)) refuse(where, expected, 'another string');
  return value;
}

export function expectUri(value: unknown, where: string): void {
  if (!isUri(expectString(value, where))) refuse(where, 'an absolute URI', 'another string');
}
