import { describe, expect, it } from 'vitest';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import { tools } from '../../scenarios/tools.ts';
import type { Json, JsonObject } from '../../scenarios/types.ts';
import { member, string } from '../json.ts';
import { readEvidence } from './evidence.ts';
import { judge } from './judge.ts';
import { tellLikeHermes } from './testing/hermes-like.ts';
import { judgeRun, learnEnvelope, scenarioOf, verdictOn } from './testing/judge-run.ts';
import { mcpName, storeRun } from './testing/stored-run.ts';

const BOTH = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const CONTENT = '[…] content only (1x, as text)';
const error = (start: string): string => `"…" client error text, no fixture field: ${start}`;

/** The published short forms of the original client; where the stateless era differs, that one behind it. */
const PUBLISHED: Record<string, [string, string?]> = {
  app_only: [BOTH],
  audience_user: [BOTH],
  empty_object: [
    error(String.raw`"<untrusted_tool_result source=\"mcp__probe__probe_empty_object\">\nThe following co"`),
  ],
  is_error: [CONTENT],
  large: [CONTENT],
  meta_only: ['[…] content only (1x, as text, _meta reached the model)'],
  mirror: ['payload once (as text)'],
  no_content_key: [
    error(String.raw`"<untrusted_tool_result source=\"mcp__probe__probe_no_content_key\">\nThe following "`),
  ],
  sc_empty: [CONTENT],
  sc_null: [CONTENT],
  sc_string: [
    error(String.raw`"<untrusted_tool_result source=\"mcp__probe__probe_sc_string\">\nThe following conte"`),
    CONTENT,
  ],
  schema_match: [BOTH],
  schema_mismatch: [
    error(String.raw`"<untrusted_tool_result source=\"mcp__probe__probe_schema_mismatch\">\nThe following"`),
  ],
  structured_only: ['{…} structuredContent only (1x, as text)'],
  summary_and_data: [BOTH],
  with_image: [BOTH],
  with_meta: ['[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)'],
};
const CASES = Object.entries(PUBLISHED).flatMap(([name, [handshake, stateless]]) => [
  { name, revision: '2025-11-25', short: handshake },
  { name, revision: '2026-07-28', short: stateless ?? handshake },
]);

describe('an honest client of the original rules', () => {
  it('is judged in all 17 scenarios', () => {
    expect(Object.keys(PUBLISHED).map((name) => `tools.result.${name}`)).toEqual(resultScenarios.map(({ id }) => id));
  });

  it.each(CASES)('gets the published short form of $name at $revision', ({ name, revision, short }) => {
    const scenario = scenarioOf(name);
    const judged = judgeRun({ scenario, revision, tell: tellLikeHermes(scenario, revision) });
    expect(judged.verdict.short).toBe(short);
    expect(judged.protocolVersion).toBe(revision);
    expect(judged.wire).toEqual({ clientFramesInvalid: 0, processes: 1 });
  });

  it.each(CASES)('gets another one of $name at $revision as soon as it shows nothing', ({ name, revision, short }) => {
    const judged = judgeRun({ scenario: scenarioOf(name), revision, tell: () => '' });
    expect(judged.verdict.short).toBe('"…" nothing of the result reached the model');
    expect(judged.verdict.short).not.toBe(short);
  });
});

const textOf = (result: JsonObject | undefined): string => {
  const [block] = Array.isArray(result?.content) ? result.content : [];
  return string(member(block, 'text'));
};

const tokensOf = (name: string): string[] => {
  const { judgement } = scenarioOf(name);
  return judgement.kind === 'fields'
    ? judgement.fields.flatMap(({ canaries }) => canaries.map(({ token }) => token))
    : [];
};

describe('a verdict on fields', () => {
  it('holds counts, places, order, checks, cost and nothing that is not in the evidence', () => {
    const judged = judgeRun({
      scenario: scenarioOf('summary_and_data'),
      tell: (_index, result) => `${JSON.stringify(result?.structuredContent)} ${textOf(result)}`,
    });
    expect(judged).toEqual({
      kind: 'judged',
      verdict: {
        checks: [
          { id: 'structuredContentArrives', outcome: 'met' },
          { id: 'contentArrives', outcome: 'met' },
        ],
        fields: [
          {
            as: 'text',
            count: 1,
            field: 'content',
            parts: 'whole',
            places: [{ line: 2, pointer: '/messages/3/content', offset: 64 }],
          },
          {
            as: 'text',
            count: 1,
            field: 'structuredContent',
            parts: 'whole',
            places: [{ line: 2, pointer: '/messages/3/content', offset: 12 }],
          },
        ],
        kind: 'fields',
        order: ['structuredContent', 'content'],
        said: null,
        short: BOTH,
      },
      offeredAs: 'mcp__probe__probe_summary_and_data',
      protocolVersion: '2025-11-25',
      cost: { characters: 96, tokens: 24 },
      wire: { clientFramesInvalid: 0, processes: 1 },
      wrapper: {
        characters: 163,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
        start: expect.stringMatching(/^<untrusted/) as string,
      },
    });
  });

  it('does not take a field for arrived that an error of the client quotes', () => {
    const quoting = (key: string): string => {
      const told = tellLikeHermes(scenarioOf('sc_string'), '2025-11-25')(0, {});
      const words = `refused: ${tokensOf('sc_string')[1]}`;
      return `${told.slice(0, told.indexOf('{'))}${JSON.stringify({ [key]: words })}\n</untrusted_tool_result>`;
    };
    expect(verdictOn('sc_string', quoting('error'))).toMatchObject({
      checks: [{ id: 'structuredContentArrives', outcome: 'not met' }],
      fields: [],
      order: [],
      said: `refused: ${tokensOf('sc_string')[1]}`,
      short: expect.stringMatching(/^"…" client error text, quoting structuredContent: "<untrusted/) as string,
    });
    // The same words as a result are a result.
    expect(verdictOn('sc_string', quoting('result'))).toMatchObject({
      checks: [{ id: 'structuredContentArrives', outcome: 'met' }],
      said: null,
      short: '{…} structuredContent only (1x, as text)',
    });
  });

  it('takes what stands in an error for arrived where the result is one', () => {
    const told = tellLikeHermes(scenarioOf('is_error'), '2025-11-25');
    const { checks, short } = verdictOn('is_error', told);
    expect(short).toBe(CONTENT);
    expect(checks.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([
      'contentArrives: met',
      'markedAsError: met',
      'structuredContentArrives: not met',
    ]);
    const plain = verdictOn('is_error', (_index, result) => textOf(result));
    expect(plain.short).toBe(CONTENT);
    expect(plain.checks).toContainEqual({ id: 'markedAsError', outcome: 'not met' });
  });

  it('says what the client said instead of a result, out of its envelope', () => {
    const { said, checks, fields, order } = verdictOn(
      'sc_string',
      tellLikeHermes(scenarioOf('sc_string'), '2025-11-25'),
    );
    expect(said).toBe('The call broke off: structuredContent is no object.');
    expect({ checks, fields, order }).toEqual({
      checks: [{ id: 'structuredContentArrives', outcome: 'not met' }],
      fields: [],
      order: [],
    });
    expect(verdictOn('summary_and_data', '(the server sent something)')).toMatchObject({
      said: '(the server sent something)',
      short: '"…" placeholder, no fixture field: "(the server sent something)"',
    });
  });

  it('takes no half token for a field', () => {
    const half = (_index: number, result: JsonObject | undefined): string =>
      textOf(result).slice(0, 'The station reports cnt~head~'.length);
    expect(verdictOn('sc_null', half).short).toBe('"…" placeholder, no fixture field: "The station reports cnt~head~"');
  });

  it('does not look into tool definitions or into what the model asked for', () => {
    const [token = ''] = tokensOf('sc_null');
    const copy = structuredClone(scenarioOf('sc_null'));
    for (const { definition } of copy.serve.pages.flat()) definition.description += ` ${token}`;
    const call = { id: 'x', type: 'function', function: { name: 'note', arguments: JSON.stringify({ token }) } };
    const asked: Json = { role: 'assistant', content: null, tool_calls: [call] };
    const { model } = storeRun({ scenario: copy, tell: () => 'Nothing.', also: [asked] });
    expect(model.split(token).length - 1).toBe(3);
    expect(judgeRun({ scenario: copy, tell: () => 'Nothing.', also: [asked] }).verdict).toMatchObject({ fields: [] });
    expect(verdictOn('sc_null', 'Nothing.', { also: [{ role: 'user', content: token }] }).short).toBe(CONTENT);
  });

  it('counts an image only where its bytes arrived', () => {
    const parts = (_index: number, result: JsonObject | undefined): Json => {
      const [, image] = Array.isArray(result?.content) ? result.content : [];
      const url = `data:image/png;base64,${string(member(image, 'data'))}`;
      return [
        { type: 'text', text: `${textOf(result)} ${JSON.stringify(result?.structuredContent)}` },
        { type: 'image_url', image_url: { url } },
      ];
    };
    expect(verdictOn('with_image', parts).short).toBe(
      '[…] and {…} (content 1x, structuredContent 1x, as text, image as image part)',
    );
    expect(verdictOn('with_image', (index, result) => JSON.stringify(parts(index, result))).short).toBe(
      '[…] and {…} (content 1x, structuredContent 1x, as text, image as base64)',
    );
  });

  it('knows the whole envelope in all scenarios where there is something in it, raw and in an XML element', () => {
    const json = (_index: number, result: JsonObject | undefined): string => JSON.stringify(result);
    const all = resultScenarios.map(({ id }) => id.replace('tools.result.', ''));
    const names = all.filter((name) => name !== 'empty_object');
    expect(verdictOn('empty_object', json).short).toBe('"…" placeholder, no fixture field: "{}"');
    const shorts = (tell: typeof json): string[][] => names.map((name) => [name, verdictOn(name, tell).short]);
    expect(shorts(json)).toEqual(names.map((name) => [name, '⟨…⟩ whole envelope (as text)']));
    expect(shorts((...told) => `<mcp>\n${json(...told)}\n</mcp>`)).toEqual(
      names.map((name) => [name, '⟨…⟩ whole envelope (as XML)']),
    );
    const { fields, order } = verdictOn('mirror', (_index, result) => JSON.stringify(result));
    expect(fields.map(({ field, count }) => [field, count])).toEqual([
      ['envelope', 1],
      ['payload', 2],
    ]);
    expect(order).toEqual(['envelope', 'payload']);
  });

  it('does not count the history of later requests again', () => {
    const tell = tellLikeHermes(scenarioOf('large'), '2025-11-25');
    const rewritten = (messages: Json[]): Json[][] => [
      [...messages, { role: 'user', content: 'Go on.' }],
      [{ role: 'user', content: `So far: ${JSON.stringify(messages)}` }],
    ];
    const { fields } = verdictOn('large', tell, { later: rewritten });
    expect(fields).toMatchObject([{ count: 1, parts: 'whole' }]);
    expect(fields[0]?.places.map(({ line }) => line)).toEqual([2, 2, 2]);
  });

  it('counts what a later request brings', () => {
    const later = (messages: Json[]): Json[][] => [[...messages, { role: 'user', content: 'The rest: LATER' }]];
    const tell = (_index: number, result: JsonObject | undefined): string => textOf(result).slice(0, 500);
    expect(verdictOn('large', tell, { later }).short).toBe('[…] content in part (head, as text)');
    const [, middle, tail] = tokensOf('large');
    const rest = (messages: Json[]): Json[][] => [
      [...messages, { role: 'user', content: `The rest: ${middle} and ${tail}` }],
    ];
    const { short, fields } = verdictOn('large', tell, { later: rest });
    expect(short).toBe(CONTENT);
    expect(fields[0]?.places.map(({ line }) => line)).toEqual([2, 3, 3]);
  });
});

describe('a tool that the model was not shown', () => {
  const scenario = scenarioOf('app_only');
  const { wire } = storeRun({ scenario, tell: () => '' });
  const listing = wire.split('\n').filter((line) => !line.includes('tools/call') && !line.includes('cnt~'));
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Use them.' }] });
  const line = {
    seq: 1,
    dialect: 'openai-chat',
    method: 'POST',
    path: '/v1/chat/completions',
    body,
    status: 200,
    response: '{}',
  };
  const evidence = readEvidence(listing.join('\n'), `${JSON.stringify(line)}\n`);

  it('is a verdict, and meets the check that it is kept back', () => {
    expect(judge(scenario, evidence, learnEnvelope())).toMatchObject({
      kind: 'judged',
      verdict: {
        short: 'tool not offered to the model',
        fields: [],
        said: null,
        checks: [{ id: 'hiddenFromTheModel', outcome: 'met' }],
      },
      cost: { characters: 0, tokens: 0 },
      protocolVersion: '2025-11-25',
    });
  });

  it('is none of the sort when the model was shown it and did not call', () => {
    const shown = {
      ...line,
      body: JSON.stringify({
        messages: [],
        tools: [{ type: 'function', function: { name: mcpName('probe_app_only') } }],
      }),
    };
    const other = readEvidence(listing.join('\n'), `${JSON.stringify(shown)}\n`);
    expect(judge(scenario, other, learnEnvelope())).toMatchObject({ kind: 'inconclusive', reason: 'tool-not-called' });
  });
});

describe('a verdict on behaviour', () => {
  it('comes with the cost of all scripted calls', () => {
    const judged = judgeRun({ scenario: tools, tell: (_index, result) => textOf(result) });
    // The evidence by hand lists one page and hides nothing.
    expect(judged.verdict).toMatchObject({ kind: 'behaviour', status: 'partial' });
    const first = 'The tool answers cnt~last~0000~00 at once.'.length;
    expect(judged.cost.characters).toBe(2 * first);
  });
});

it('has no verdict on a calibration run', () => {
  const { wire, model } = storeRun({ scenario: calibration, tell: () => '' });
  expect(judge(calibration, readEvidence(wire, model), learnEnvelope())).toMatchObject({
    kind: 'inconclusive',
    reason: 'harness',
  });
});

it('counts the processes that the client started, and its invalid frames', () => {
  const scenario = scenarioOf('sc_null');
  const { wire, model } = storeRun({ scenario, tell: (_index, result) => textOf(result) });
  const second = `${JSON.stringify({ seq: 99, process: 2, dir: 'c2s', text: '{"half":' })}\n`;
  expect(judge(scenario, readEvidence(wire + second, model), learnEnvelope())).toMatchObject({
    kind: 'judged',
    wire: { clientFramesInvalid: 1, processes: 2 },
  });
});

it('says the same of the same bytes', () => {
  const scenario = scenarioOf('with_meta');
  const { wire, model } = storeRun({ scenario, tell: tellLikeHermes(scenario, '2025-11-25') });
  const judgeOnce = (): string => JSON.stringify(judge(scenario, readEvidence(wire, model), learnEnvelope()));
  expect(judgeOnce()).toBe(judgeOnce());
});
