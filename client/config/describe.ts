import { isMapping } from './mapping.ts';

/** The kind of a value in words, without the value: for keys that may hold a secret. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a mapping' : `a ${typeof value}`;
}

/** A value as a message shows it: scalars as JSON (strings cut at 60 characters), everything else by its kind. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeKind(value);
}

/**
 * The name of a key that a person wrote, for messages: what stands before its first `=` or `:`, cut at 60 characters.
 * Behind it stands a secret when somebody writes `NAME=value` or `NAME:value` where `NAME: value` belongs.
 */
export function describeKey(name: string): string {
  const [shown = ''] = name.split(/[=:]/, 1);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
