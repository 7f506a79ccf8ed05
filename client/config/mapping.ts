/** A YAML mapping with unchecked values. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value of the configuration is a mapping (no list, no scalar). */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that `mapping` itself holds under `key`; a key of the prototype chain is never seen. */
export function own(mapping: Mapping, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}
