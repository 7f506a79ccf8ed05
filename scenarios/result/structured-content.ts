import type { Scenario } from '../types.ts';
import { arrives, reading, resultScenario, textBlock, tokens } from './define.ts';

const capability = 'tools.result.structuredContent';

/** What becomes of `structuredContent`: beside a summary, as a copy of the text, alone, empty, null and no object. */
export const structuredContentScenarios: Scenario[] = [
  mirror(),
  empty(),
  nothing(),
  string(),
  alone(),
  summaryAndData(),
];

function mirror(): Scenario {
  const { token, declare } = tokens('mirror');
  const payload = reading(token('payload'));
  return resultScenario({
    name: 'mirror',
    capability,
    title: 'The text says in JSON what structuredContent holds, as servers do for older clients.',
    result: { content: [{ type: 'text', text: JSON.stringify(payload) }], structuredContent: payload },
    fields: [declare('payload')],
    // A client may show one of two equal fields: what arrives is the result, and neither field in particular.
    checks: [arrives('payload', { proves: 'tools.result' })],
  });
}

function empty(): Scenario {
  const { token, declare } = tokens('sc_empty');
  return resultScenario({
    name: 'sc_empty',
    capability,
    title: 'structuredContent is an empty object beside a text.',
    result: { content: [textBlock(token('content'))], structuredContent: {} },
    fields: [declare('content')],
    checks: [arrives('content', { proves: 'tools.result.content' })],
  });
}

function nothing(): Scenario {
  const { token, declare } = tokens('sc_null');
  return resultScenario({
    name: 'sc_null',
    capability,
    title: 'structuredContent is null beside a text: not valid before 2026-07-28, valid since.',
    result: { content: [textBlock(token('content'))], structuredContent: null },
    fields: [declare('content')],
    checks: [arrives('content', { proves: 'tools.result.content', since: '2026-07-28' })],
  });
}

function string(): Scenario {
  const { token, declare } = tokens('sc_string');
  return resultScenario({
    name: 'sc_string',
    capability,
    title: 'structuredContent is a string beside a text: not valid before 2026-07-28, valid since.',
    result: {
      content: [textBlock(token('content'))],
      structuredContent: `Reading ${token('structuredContent')} of the day`,
    },
    fields: [declare('content'), declare('structuredContent')],
    checks: [arrives('structuredContent', { since: '2026-07-28' })],
  });
}

function alone(): Scenario {
  const { token, declare } = tokens('structured_only');
  return resultScenario({
    name: 'structured_only',
    capability,
    title: 'content is an empty list and everything stands in structuredContent.',
    result: { content: [], structuredContent: reading(token('structuredContent')) },
    fields: [declare('structuredContent')],
    checks: [arrives('structuredContent')],
  });
}

function summaryAndData(): Scenario {
  const { token, declare } = tokens('summary_and_data');
  return resultScenario({
    name: 'summary_and_data',
    capability,
    title: 'The text is a summary and structuredContent holds the data; neither is a copy of the other.',
    result: { content: [textBlock(token('content'))], structuredContent: reading(token('structuredContent')) },
    fields: [declare('content'), declare('structuredContent')],
    checks: [arrives('structuredContent'), arrives('content', { proves: 'tools.result.content' })],
  });
}
