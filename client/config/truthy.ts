/** What YAML 1.1, and so the original client's parser, reads as false; to the parser here they are words. */
const yamlFalse = new Set(['no', 'No', 'NO', 'off', 'Off', 'OFF']);

/**
 * A switch that the original client tests by plain truthiness: everything turns it on but false, 0, null, and an empty
 * string, list or mapping.
 */
export function isTruthy(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && !yamlFalse.has(value);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
