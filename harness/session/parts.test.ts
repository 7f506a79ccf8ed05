import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { mayEndInError, orderParts, type Part } from './parts.ts';

const named = (names: string[]): string[] => names.map((name) => `tools.result.${name}`).sort();

/** Whether each call of the parts may end in an error, in the order in which they are made. */
function errors(parts: Part[]): boolean[] {
  // The second call of the calibration is an error, the first one is not.
  return parts.flatMap(({ scenario, calls }) =>
    scenario === calibration ? [false, true] : calls.map(() => scenario !== undefined && mayEndInError(scenario)),
  );
}

describe('a scenario that may end in an error', () => {
  it('is one whose result says so, or that a strict client refuses', () => {
    expect(resultScenarios.filter(mayEndInError).map(({ id }) => id)).toEqual(
      named(['empty_object', 'is_error', 'no_content_key', 'sc_null', 'sc_string', 'schema_mismatch']),
    );
  });

  it.each([
    { error: { code: -32603, message: 'no' } },
    { raw: '{}' },
    { result: { content: [], structuredContent: [] } },
    { result: { content: 'a text' } },
  ])('is one that answers with %j', (answer) => {
    const [plain] = resultScenarios.filter((scenario) => !mayEndInError(scenario)) as [Scenario];
    const [[tool] = []] = plain.serve.pages;
    if (tool === undefined) throw new Error('A result scenario serves a tool');
    expect(mayEndInError({ ...plain, serve: { ...plain.serve, pages: [[{ ...tool, answer }]] } })).toBe(true);
  });
});

describe('the parts of a session', () => {
  it('hold every scenario once, and never three errors in a row, whichever scenarios they are', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(resultScenarios), (scenarios) => {
        const parts = orderParts(calibration, scenarios);
        expect(parts.flatMap(({ scenario }) => scenario?.id ?? []).sort()).toEqual(
          [calibration, ...scenarios].map(({ id }) => id).sort(),
        );
        expect(errors(parts).join()).not.toContain('true,true');
      }),
    );
  });

  it('begin with the calibration and make one of its calls again where no other scenario is left to stand between', () => {
    const only = resultScenarios.filter(({ id }) => id === 'tools.result.no_content_key');
    const parts = orderParts(calibration, [...only, ...only]);
    expect(parts.map(({ scenario, calls }) => scenario?.id ?? calls.map(({ tool }) => tool))).toEqual([
      'calibration',
      ['probe_calibration_text'],
      'tools.result.no_content_key',
      ['probe_calibration_text'],
      'tools.result.no_content_key',
    ]);
  });
});
