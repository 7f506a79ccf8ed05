import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibration, scenarios } from '../../scenarios/index.ts';
import type { JsonObject, Scenario } from '../../scenarios/types.ts';
import { normaliseLines } from '../capture/normalise.ts';
import { items, member, string } from '../json.ts';
import { ENCODINGS } from '../judge/testing/encodings.ts';
import { storeRun } from '../judge/testing/stored-run.ts';
import type { DialectId } from '../model/dialect.ts';
import { dialects } from '../model/dialects.ts';
import { reduceModelLines } from './reduce.ts';
import { envelopeOf, type Files, judged, withoutOffsets } from './testing/judged.ts';
import { storeTalk, type TalkOptions } from './testing/talk.ts';

const DIALECTS = Object.keys(dialects) as DialectId[];

type Tell = (result: JsonObject) => string;
const textOf: Tell = (result) =>
  items(result['content'])
    .map((block) => string(member(block, 'text')))
    .join('\n');
const dataOf: Tell = (result) => JSON.stringify(result['structuredContent'] ?? null);

/** What clients are known to make of a result; the mutants' ways, in every dialect. */
const TELLS: Record<string, Tell> = {
  honest: (result) => [textOf(result), dataOf(result), JSON.stringify(result['_meta'] ?? null)].join('\n'),
  'content only': textOf,
  'structuredContent only': dataOf,
  'both twice': (result) => `${textOf(result)}${dataOf(result)}`.repeat(2),
  'whole envelope': (result) => JSON.stringify(result),
  'XML around the envelope': (result) => `<result>${JSON.stringify(result)}</result>`,
  'cut after 40 characters': (result) => textOf(result).slice(0, 40),
  'base64 of structuredContent': (result) => Buffer.from(dataOf(result)).toString('base64'),
  nothing: () => '',
  'an error': () => '{"error":"The tool said something that is not valid."}',
};

/** The stored files of a client that speaks a dialect. */
function files(options: TalkOptions): Files {
  const { wire } = storeRun({ scenario: options.scenario, tell: () => '' });
  const kept = (jsonl: string): string =>
    normaliseLines(jsonl, options.scenario, { home: '/no/home-of-it', ports: [] });
  return { wire: kept(wire), model: kept(storeTalk(options)) };
}

function reduce({ wire, model }: Files, scenario: Scenario): Files {
  return { wire, model: reduceModelLines(model, scenario) };
}

const calibrated = (dialect: DialectId, tell: Tell): Files =>
  files({ scenario: calibration, dialect, tell: (_index, result) => tell(result ?? {}) });

describe.each(DIALECTS)('a client that speaks %s', (dialect) => {
  it.each(Object.entries(TELLS))('and tells its model: %s, gets the same verdicts, place for place', (_name, tell) => {
    const calibrationRun = calibrated(dialect, tell);
    const envelope = envelopeOf(calibrationRun);
    expect(envelopeOf(reduce(calibrationRun, calibration))).toEqual(envelope);
    for (const scenario of scenarios) {
      for (const stream of [false, true]) {
        const full = files({ scenario, dialect, stream, tell: (_index, result) => tell(result ?? {}) });
        const reduced = reduce(full, scenario);
        expect(reduced.model).toContain('{{omitted ');
        expect(reduceModelLines(reduced.model, scenario)).toBe(reduced.model);
        expect([scenario.id, judged(scenario, reduced, envelope)]).toEqual([
          scenario.id,
          judged(scenario, full, envelope),
        ]);
      }
    }
  });
});

const fieldScenarios = scenarios.flatMap((scenario) =>
  scenario.judgement.kind === 'fields' && scenario.judgement.fields.length > 0
    ? [{ scenario, tokens: scenario.judgement.fields.flatMap(({ canaries }) => canaries.map(({ token }) => token)) }]
    : [],
);
const SECRET = 'zqsecret';

/** Texts of a third party with tokens, halves of tokens, whole results and names of tools in them, in any spelling. */
const retold = fc
  .record({
    at: fc.nat(),
    encoding: fc.constantFrom(...ENCODINGS),
    cut: fc.constantFrom(0, 0, 0, 2, 5),
    what: fc.constantFrom('token', 'token', 'result', 'name', 'path', 'text', 'JSON', 'nothing'),
    before: fc.string({ unit: 'grapheme', maxLength: 20 }),
    spaces: fc.constantFrom('', ' ', '\n', '"', '\\n'),
  })
  .map((one) => ({
    write: ({ scenario, tokens }: (typeof fieldScenarios)[number]): string => {
      const token = tokens[one.at % tokens.length] ?? '';
      const [tool] = scenario.serve.pages.flat();
      const result = tool !== undefined && 'result' in tool.answer ? tool.answer.result : {};
      const inner = {
        token: one.encoding.encode(token.slice(0, token.length - one.cut)),
        result: JSON.stringify(result),
        name: `mcp.Probe.${tool?.definition.name}`,
        path: `file:///srv/${token}.png`,
        text: one.encoding.encode(textOf(result)),
        JSON: JSON.stringify(
          { role: 'user', content: `${SECRET} words ${SECRET}: ${JSON.stringify(result)}` },
          null,
          2,
        ),
        nothing: '',
      }[one.what];
      return `${one.before} ${SECRET} words ${one.spaces}${inner}${one.spaces} ${SECRET}`;
    },
  }));

describe('a client that repeats results in words of its own', () => {
  it('gets the same verdict but for offsets in what was cut, and its words are gone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fieldScenarios),
        fc.constantFrom(...DIALECTS),
        fc.constantFrom(...Object.values(TELLS)),
        fc.array(retold, { minLength: 1, maxLength: 4 }),
        (one, dialect, tell, also) => {
          const { scenario } = one;
          const envelope = envelopeOf(calibrated(dialect, tell));
          const full = files({
            scenario,
            dialect,
            tell: (_index, result) => tell(result ?? {}),
            also: also.map(({ write }) => write(one)),
          });
          const reduced = reduce(full, scenario);
          expect(withoutOffsets(judged(scenario, reduced, envelope))).toEqual(
            withoutOffsets(judged(scenario, full, envelope)),
          );
          expect(reduceModelLines(reduced.model, scenario)).toBe(reduced.model);
          expect(full.model).toContain(SECRET);
          expect(reduced.model).not.toContain(SECRET);
        },
      ),
      { numRuns: 400 },
    );
  });
});
