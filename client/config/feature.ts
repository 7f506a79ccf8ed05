import { parseBoolish, type Warn } from './boolish.ts';
import { isMapping, type Mapping, own } from './mapping.ts';

/** What stands under a key of a feature, and its dotted path. */
export interface FeatureKey {
  /** Undefined for null too. */
  value: unknown;
  path: string;
}

/** What an entry says about one of the features `sampling` and `elicitation`. */
export interface Feature {
  enabled: boolean;
  get: (key: string) => FeatureKey;
}

/**
 * Opens the mapping `name` of an entry. A bare `sampling: false` is taken as `{enabled: false}`: falling back to the
 * default would open to the server what its owner closed.
 */
export function openFeature(entry: Mapping, name: string, where: string, warn: Warn): Feature {
  const value = own(entry, name);
  const feature = isMapping(value) ? value : { enabled: value };
  const path = `${where}.${name}`;
  return {
    enabled: parseBoolish(own(feature, 'enabled'), true, isMapping(value) ? `${path}.enabled` : path, warn),
    get: (key) => ({ value: own(feature, key) ?? undefined, path: `${path}.${key}` }),
  };
}
