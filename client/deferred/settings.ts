import { describe } from '../config/describe.ts';
import { isMapping, type Mapping, own } from '../config/mapping.ts';

/** `tools.tool_search` of config.yaml, checked. */
export interface ToolSearchSettings {
  /** False: nothing is deferred. */
  enabled: boolean;
  /** Percentage of the model's context that the listing may take; it never decides whether tools are deferred. */
  thresholdPct: number;
  searchDefaultLimit: number;
  maxSearchLimit: number;
  /** Whether the catalog is listed in the description of `tool_search`. */
  listing: boolean;
  listingMaxTokens: number;
  /** Names of tools that are deferred although they are of no server. */
  defer: readonly string[];
}

export const defaultSettings: ToolSearchSettings = {
  enabled: true,
  thresholdPct: 5,
  searchDefaultLimit: 5,
  maxSearchLimit: 25,
  listing: true,
  listingMaxTokens: 4000,
  defer: ['computer_use', 'session_search', 'image_generate', 'todo_list', 'process_manage', 'cronjob_manage'],
};

/**
 * Reads `tools.tool_search`: `enabled`, `threshold_pct` (0 to 100), `search_default_limit` (1 to the maximum),
 * `max_search_limit` (1 to 50), `listing`, `listing_max_tokens` (200 to 60000) and `defer`. Numbers are clamped, and
 * what cannot be read warns and becomes the default. In place of the mapping, false switches the search off and
 * anything else on (the original client's rules; YAML 1.1's `off` and `no` arrive as words and count as false).
 */
export function parseToolSearch(value: unknown, warn: (message: string) => void): ToolSearchSettings {
  if (!isMapping(value)) return { ...defaultSettings, enabled: parseSwitch(value) };
  const number = (key: string, fallback: number, [least, most]: [number, number], whole = true): number => {
    const read = readNumber(own(value, key), whole);
    if (read === undefined && isGiven(value, key)) {
      const came = describe(own(value, key));
      warn(`Expected "${key}" to be a number, got ${came}; ${fallback} is used (tools.tool_search)`);
    }
    return Math.min(Math.max(read ?? fallback, least), most);
  };
  const maxSearchLimit = number('max_search_limit', defaultSettings.maxSearchLimit, [1, 50]);
  return {
    enabled: parseSwitch(own(value, 'enabled')),
    thresholdPct: number('threshold_pct', defaultSettings.thresholdPct, [0, 100], false),
    searchDefaultLimit: number('search_default_limit', defaultSettings.searchDefaultLimit, [1, maxSearchLimit]),
    maxSearchLimit,
    listing: parseSwitch(own(value, 'listing')),
    listingMaxTokens: number('listing_max_tokens', defaultSettings.listingMaxTokens, [200, 60_000]),
    defer: parseDefer(value, warn),
  };
}

/** `auto` does what `on` does, so that only what means off matters. */
function parseSwitch(value: unknown): boolean {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return !isScalar || !['false', '0', 'no', 'off'].includes(String(value).trim().toLowerCase());
}

function readNumber(value: unknown, whole: boolean): number | undefined {
  if (typeof value === 'string') {
    const spelled = whole ? /^\s*[+-]?\d+\s*$/ : /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/;
    return spelled.test(value) ? Number(value) : undefined;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return whole ? Math.trunc(value) : value;
}

function parseDefer(settings: Mapping, warn: (message: string) => void): readonly string[] {
  const value = own(settings, 'defer');
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  if (isGiven(settings, 'defer')) {
    warn(
      `Expected "defer" to be a list of tool names, got ${describe(value)}; the default is used (tools.tool_search)`,
    );
  }
  return defaultSettings.defer;
}

function isGiven(settings: Mapping, key: string): boolean {
  return own(settings, key) !== undefined && own(settings, key) !== null;
}
