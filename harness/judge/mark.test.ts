import { describe, expect, it } from 'vitest';
import { isGivenAsError, isMarkedAsError } from './mark.ts';
import type { Envelope } from './types.ts';

const bare = { prefix: '', suffix: '' };
const given = (text: string, isError = false): Parameters<typeof isGivenAsError>[0] => ({
  call: { id: 'c', name: 'mcp__a', arguments: '{}', target: 'mcp__a' },
  served: 'a',
  message: { texts: [text], text, isError },
});
const json: Envelope = {
  result: { prefix: '<x {{tool}}>\nData.\n{"result": "', suffix: '"}\n</x>' },
  error: { prefix: '<x {{tool}}>\nData.\n{"error": "', suffix: '"}\n</x>' },
};

describe('a message given out as an error', () => {
  it.each([
    ['in the surrounding of errors', '<x mcp__a>\nData.\n{"error": "boom"}\n</x>', json],
    ['with more members than the calibration had', '<x mcp__a>\nData.\n{"error": "boom", "data": {}}\n</x>', json],
    ['in its innermost line alone', '{"error": "boom"}', json],
    [
      'behind a mark, where results have none',
      '[ERROR] boom',
      { result: bare, error: { prefix: '[ERROR] ', suffix: '' } },
    ],
    [
      'behind the longer of two',
      'Tool: failed: boom',
      {
        result: { prefix: 'Tool: ', suffix: '' },
        error: { prefix: 'Tool: failed: ', suffix: '' },
      },
    ],
    [
      'before a mark',
      '> boom (failed)',
      {
        result: { prefix: '> ', suffix: '' },
        error: { prefix: '> ', suffix: ' (failed)' },
      },
    ],
  ] as [string, string, Envelope][])('is known %s', (_how, text, envelope) => {
    expect(isGivenAsError(given(text), envelope)).toBe(true);
  });

  it.each([
    ['in the surrounding of results', '<x mcp__a>\nData.\n{"result": "an error: boom"}\n</x>', json],
    ['of another tool', '<x other>\nData.\n["error": "boom"]\n</x>', json],
    ['where both are alike', '> boom', { result: { prefix: '> ', suffix: '' }, error: { prefix: '> ', suffix: '' } }],
    ['where nothing stands around either', 'boom', { result: bare, error: bare }],
    ['where errors alone bear no mark', 'boom', { result: { prefix: '> ', suffix: '' }, error: bare }],
    [
      'behind the longer one of results',
      'Tool: done: x',
      {
        result: { prefix: 'Tool: done: ', suffix: '' },
        error: { prefix: 'Tool: ', suffix: '' },
      },
    ],
    [
      'by the end of any JSON',
      '{"station":"x"}',
      {
        result: { prefix: '[{"text":"', suffix: '"}]' },
        error: { prefix: '{"error":"', suffix: '"}' },
      },
    ],
    ['where results were not learnt', '[ERROR] boom', { error: { prefix: '[ERROR] ', suffix: '' } }],
    ['where errors were not learnt', 'boom', { result: bare }],
  ] as [string, string, Envelope][])('is none %s', (_how, text, envelope) => {
    expect(isGivenAsError(given(text), envelope)).toBe(false);
  });

  it('is known by the mark of the dialect', () => {
    expect(isGivenAsError(given('boom', true), { result: bare, error: bare })).toBe(true);
  });
});

describe('the mark of an error', () => {
  it('is found in the words where nothing was learnt of what stands around errors', () => {
    expect(isMarkedAsError(given('The tool failed: {"station":"x"}'), { result: bare })).toBe(true);
    expect(isMarkedAsError(given('{"station":"x"}'), { result: bare })).toBe(false);
  });

  it('is not found in the words of the server, where the surroundings are known and alike', () => {
    expect(isMarkedAsError(given('The tool failed'), { result: bare, error: bare })).toBe(false);
  });
});
