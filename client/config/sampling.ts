import type { SamplingSettings } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { type FeatureKey, openFeature } from './feature.ts';
import type { Mapping } from './mapping.ts';
import { longestSeconds, mostCounted, parseClamped } from './numbers.ts';

const levels = ['debug', 'info', 'warning'] as const;

/**
 * The `sampling` of an entry: whether and how far its server may use the model. Numbers are moved into their range, and
 * what cannot be read warns and becomes the default. Only an `allowed_models` that cannot be read switches sampling off:
 * its default would allow every model.
 */
export function parseSampling(entry: Mapping, where: string, warn: Warn): SamplingSettings {
  const { enabled, get } = openFeature(entry, 'sampling', where, warn);
  const expose = get('expose_client_tools');
  const model = parseModelName(get('model'), warn);
  const allowedModels = parseAllowedModels(get('allowed_models'), warn);
  const count = (key: string, least: number): number | undefined => {
    const { value, path } = get(key);
    const read = parseClamped(value, { least, most: mostCounted }, path, warn);
    return read === undefined ? undefined : Math.trunc(read);
  };
  const [maxRpm, maxTokensCap, maxToolRounds] = [
    count('max_rpm', 1),
    count('max_tokens_cap', 1),
    count('max_tool_rounds', 0),
  ];
  const time = get('timeout');
  const timeout = parseClamped(time.value, { least: 1, most: longestSeconds }, time.path, warn);
  const logLevel = parseLevel(get('log_level'), warn);
  return {
    enabled: enabled && allowedModels !== 'unreadable',
    exposeClientTools: parseBoolish(expose.value, false, expose.path, warn),
    ...(model !== undefined && { model }),
    ...(Array.isArray(allowedModels) && { allowedModels }),
    ...(maxRpm !== undefined && { maxRpm }),
    ...(timeout !== undefined && { timeout }),
    ...(maxTokensCap !== undefined && { maxTokensCap }),
    ...(maxToolRounds !== undefined && { maxToolRounds }),
    ...(logLevel !== undefined && { logLevel }),
  };
}

function parseModelName({ value, path }: FeatureKey, warn: Warn): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  warn(`Expected the id of a model, got ${describe(value)}; the model is chosen as if nothing were here (${path})`);
  return undefined;
}

/** An empty list allows every model, as does no list. */
function parseAllowedModels({ value, path }: FeatureKey, warn: Warn): string[] | 'unreadable' | undefined {
  const list = typeof value === 'string' ? [value] : (value ?? []);
  if (Array.isArray(list) && list.every((item) => typeof item === 'string' && item.trim() !== '')) {
    return list.length === 0 ? undefined : list.map((item) => item.trim());
  }
  const came = Array.isArray(list) ? 'one with something else in it' : describeKind(list);
  warn(`Expected a list of model ids, got ${came}; sampling is switched off (${path})`);
  return 'unreadable';
}

function parseLevel({ value, path }: FeatureKey, warn: Warn): SamplingSettings['logLevel'] {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  const level = levels.find((known) => known === word);
  if (level === undefined && value !== undefined) {
    warn(`Expected debug, info or warning, got ${describe(value)}; info is used (${path})`);
  }
  return level;
}
