import type { Scenario } from '../types.ts';
import { arrives, reading, resultScenario, tokens, toldOfTheError } from './define.ts';
import { filler } from './filler.ts';

const LARGE_CHARACTERS = 30_000;

/** What becomes of `content`: absent, not a field at all, and long. */
export const contentScenarios: Scenario[] = [emptyObject(), noContentKey(), large()];

function emptyObject(): Scenario {
  return resultScenario({
    name: 'empty_object',
    capability: 'tools.result.content',
    title: 'The result is an empty object: content, which every revision requires, is missing.',
    result: {},
    fields: [],
    checks: [toldOfTheError({ proves: 'tools.result' })],
  });
}

function noContentKey(): Scenario {
  const { token, declare } = tokens('no_content_key');
  return resultScenario({
    name: 'no_content_key',
    capability: 'tools.result.content',
    title: 'The result has structuredContent and no content key, which no revision allows.',
    result: { structuredContent: reading(token('structuredContent')) },
    fields: [declare('structuredContent')],
    checks: [toldOfTheError({ proves: 'tools.result' })],
  });
}

function large(): Scenario {
  const { token, declare } = tokens('large');
  const half = Math.floor(LARGE_CHARACTERS / 2);
  const head = `${token('content', 'head')} `;
  const middle = ` ${token('content', 'middle')} `;
  const tail = ` ${token('content', 'tail')}`;
  const first = filler(half - head.length);
  const second = filler(LARGE_CHARACTERS - half - middle.length - tail.length);
  return resultScenario({
    name: 'large',
    capability: 'tools.result.content',
    // The number is written out: to format it costs 12 ms of CPU at every start.
    title: 'One text block of 30,000 characters, marked at its head, middle and tail.',
    result: { content: [{ type: 'text', text: `${head}${first}${middle}${second}${tail}` }] },
    fields: [declare('content', 'head', 'middle', 'tail')],
    checks: [arrives('content')],
  });
}
