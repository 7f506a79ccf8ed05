import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../scenarios/index.ts';
import type { JsonObject, Scenario } from '../../scenarios/types.ts';
import type { DialectId } from '../model/dialect.ts';
import { dialects } from '../model/dialects.ts';
import { reduceModelLines } from './reduce.ts';
import { storeTalk, type TalkOptions } from './testing/talk.ts';

const scenario = scenarios.find(({ id }) => id === 'tools.result.summary_and_data') as Scenario;
const tell: TalkOptions['tell'] = (_index, result) => JSON.stringify(result);
const asides = ['/v1/messages/count_tokens', '/telemetry', '/v1/responses/input_tokens'];

// Each secret is a word that stands nowhere else, and is told from every other by its number.
const secret = fc.nat({ max: 999_999 }).map((number) => `zq${String(number).padStart(6, '0')}`);
const prompt = fc
  .tuple(
    secret,
    fc.constantFrom(
      '',
      ' ',
      '\n',
      '. ',
      '"',
      '\\n',
      '<b>',
      '、',
      '/',
      'mcp__probe__probe_summary_and_data ',
      ' cnt~head~',
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('word', 'doubled', 'prefix', 'JSON', 'base64'),
  )
  .map(([word, sign, noise, how]) => {
    const text = how === 'word' ? word : `${noise}${sign}${word}${sign}${how === 'doubled' ? word : noise}`;
    if (how === 'JSON') return `See: ${JSON.stringify({ role: 'system', content: text, probe_summary_and_data: 'x' })}`;
    return how === 'base64' ? Buffer.from(`${text} and more of it`).toString('base64') : text;
  });
const schema = fc.tuple(secret, prompt, secret).map(
  ([name, description, choice]): JsonObject => ({
    type: 'object',
    properties: { [name]: { type: 'string', description, enum: [choice, `${choice} probe_summary_and_data`] } },
    required: [name],
  }),
);
const own = fc.record({
  system: prompt,
  user: prompt,
  tool: fc.record({ name: fc.constantFrom('read_file', 'tool_search'), description: prompt, schema }),
  more: fc.record({
    metadata: fc
      .tuple(prompt, secret)
      .map(([text, key]): JsonObject => ({ description: text, [`${key} is a key`]: 1 })),
    headers: prompt.map((text): JsonObject => ({ 'x-more': `Bearer of ${text}`, text })),
    response_format: schema.map(
      (one): JsonObject => ({ type: 'json_schema', json_schema: { name: 'x', schema: one } }),
    ),
    functions: schema.map((parameters) => [
      { name: 'other', description: `of ${JSON.stringify(parameters)}`, parameters },
    ]),
    stop: prompt.map((text) => [`\n${text}`]),
  }),
});

const secretsIn = (text: string): string[] => text.match(/zq\d{6}/g) ?? [];

describe('what a client says for itself', () => {
  it('is nowhere in the reduced form, whichever dialect it speaks', () => {
    let hidden = 0;
    fc.assert(
      fc.property(
        own,
        fc.constantFrom(...(Object.keys(dialects) as DialectId[])),
        fc.boolean(),
        fc.array(prompt, { maxLength: 2 }),
        fc.tuple(fc.constantFrom(...asides), prompt, fc.constantFrom('object', 'list', 'text', 'bytes')),
        (words, dialect, stream, also, [path, text, kind]) => {
          const bytes = {
            object: Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: text }], note: `a ${text}` })),
            list: Buffer.from(JSON.stringify([`of ${text}`])),
            text: Buffer.from(`no JSON, but ${text}`),
            bytes: Buffer.concat([Buffer.from([0xff]), Buffer.from(text)]),
          }[kind];
          const aside = { method: 'POST', path, bytes };
          const full = storeTalk({ scenario, dialect, stream, tell, own: words, also, aside });
          hidden += secretsIn(full).length;
          const reduced = reduceModelLines(full, scenario);
          expect(secretsIn(reduced)).toEqual([]);
          expect(reduceModelLines(reduced, scenario)).toBe(reduced);
        },
      ),
      { numRuns: 300 },
    );
    expect(hidden).toBeGreaterThan(300);
  });

  it('is there where it stands in a message with a result, which stays whole', () => {
    const full = storeTalk({ scenario, dialect: 'openai-chat', tell: () => 'zq000001 in a result' });
    expect(secretsIn(reduceModelLines(full, scenario))).toEqual(['zq000001']);
  });
});
