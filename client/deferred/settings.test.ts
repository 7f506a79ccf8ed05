import { describe, expect, it } from 'vitest';
import { defaultSettings, parseToolSearch, type ToolSearchSettings } from './settings.ts';

function parse(value: unknown): { settings: ToolSearchSettings; warnings: string[] } {
  const warnings: string[] = [];
  return { settings: parseToolSearch(value, (message) => warnings.push(message)), warnings };
}

describe('parseToolSearch', () => {
  it('has defaults for everything', () => {
    const defaults = {
      enabled: true,
      thresholdPct: 5,
      searchDefaultLimit: 5,
      maxSearchLimit: 25,
      listing: true,
      listingMaxTokens: 4000,
      defer: ['computer_use', 'session_search', 'image_generate', 'todo_list', 'process_manage', 'cronjob_manage'],
    };
    for (const value of [undefined, null, {}]) expect(parse(value)).toEqual({ settings: defaults, warnings: [] });
  });

  it('reads every key', () => {
    expect(
      parse({
        enabled: 'off',
        threshold_pct: 2.5,
        search_default_limit: 8,
        max_search_limit: 10,
        listing: 'off',
        listing_max_tokens: 1000,
        defer: ['read_file'],
      }),
    ).toEqual({
      settings: {
        enabled: false,
        thresholdPct: 2.5,
        searchDefaultLimit: 8,
        maxSearchLimit: 10,
        listing: false,
        listingMaxTokens: 1000,
        defer: ['read_file'],
      },
      warnings: [],
    });
  });

  it.each([
    ['on', true],
    ['auto', true],
    ['AUTO', true],
    [true, true],
    [1, true],
    ['1', true],
    ['yes', true],
    ['perhaps', true],
    [null, true],
    ['off', false],
    [' Off ', false],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
    ['no', false],
  ])('reads enabled and listing %j as %j', (value, on) => {
    const { settings } = parse({ enabled: value, listing: value });
    expect(settings).toMatchObject({ enabled: on, listing: on });
  });

  it.each([
    [false, false],
    ['off', false],
    ['no', false],
    [true, true],
    ['auto', true],
    ['on', true],
    [5, true],
    [['off'], true],
    [[], true],
  ])('takes %j in place of the mapping for %j', (value, enabled) => {
    expect(parse(value)).toEqual({ settings: { ...defaultSettings, enabled }, warnings: [] });
  });

  it.each([
    ['threshold_pct', 'thresholdPct', -1, 0],
    ['threshold_pct', 'thresholdPct', 101, 100],
    ['threshold_pct', 'thresholdPct', '7.5', 7.5],
    ['max_search_limit', 'maxSearchLimit', 0, 1],
    ['max_search_limit', 'maxSearchLimit', 51, 50],
    ['max_search_limit', 'maxSearchLimit', 12.9, 12],
    ['search_default_limit', 'searchDefaultLimit', 0, 1],
    ['search_default_limit', 'searchDefaultLimit', 26, 25],
    ['search_default_limit', 'searchDefaultLimit', ' 9 ', 9],
    ['listing_max_tokens', 'listingMaxTokens', 199, 200],
    ['listing_max_tokens', 'listingMaxTokens', 60_001, 60_000],
  ])('clamps %s', (key, name, value, expected) => {
    const { settings, warnings } = parse({ [key]: value });
    expect(settings).toMatchObject({ [name]: expected });
    expect(warnings).toEqual([]);
  });

  it('clamps the default limit to the maximum that is set', () => {
    expect(parse({ max_search_limit: 3 }).settings).toMatchObject({ searchDefaultLimit: 3, maxSearchLimit: 3 });
  });

  it.each([
    ['threshold_pct', 'many', '"many"', 5],
    ['search_default_limit', '5.5', '"5.5"', 5],
    ['max_search_limit', [1], 'a list', 25],
    ['listing_max_tokens', true, 'true', 4000],
    ['listing_max_tokens', Number.NaN, 'NaN', 4000],
    ['listing_max_tokens', Number.POSITIVE_INFINITY, 'Infinity', 4000],
  ])('warns about %s: %j and uses the default', (key, value, came, fallback) => {
    const { settings, warnings } = parse({ [key]: value });
    expect(settings).toEqual(defaultSettings);
    expect(warnings).toEqual([
      `Expected "${key}" to be a number, got ${came}; ${fallback} is used (tools.tool_search)`,
    ]);
  });

  it('lets a list replace what is deferred, an empty one too', () => {
    expect(parse({ defer: [] }).settings.defer).toEqual([]);
    expect(parse({ defer: ['a', 7, 'b'] }).settings.defer).toEqual(['a', 'b']);
  });

  it('warns about a defer that is no list', () => {
    expect(parse({ defer: 'read_file' })).toEqual({
      settings: defaultSettings,
      warnings: [
        'Expected "defer" to be a list of tool names, got "read_file"; the default is used (tools.tool_search)',
      ],
    });
  });
});
