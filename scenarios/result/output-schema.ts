import type { JsonObject, Scenario } from '../types.ts';
import { arrives, reading, resultScenario, textBlock, tokens, toldOfTheError } from './define.ts';

const capability = 'tools.result.outputSchema';

const outputSchema: JsonObject = {
  type: 'object',
  properties: { station: { type: 'string' }, celsius: { type: 'number' } },
  required: ['station', 'celsius'],
};

/** The tool declares an outputSchema, and structuredContent keeps to it or does not. */
export const outputSchemaScenarios: Scenario[] = [match(), mismatch()];

function match(): Scenario {
  const { token, declare } = tokens('schema_match');
  return resultScenario({
    name: 'schema_match',
    capability,
    title: 'structuredContent fits the outputSchema of the tool; the text is a summary.',
    definition: { outputSchema },
    result: { content: [textBlock(token('content'))], structuredContent: reading(token('structuredContent')) },
    fields: [declare('content'), declare('structuredContent')],
    checks: [arrives('structuredContent')],
  });
}

function mismatch(): Scenario {
  const { token, declare } = tokens('schema_mismatch');
  return resultScenario({
    name: 'schema_mismatch',
    capability,
    title: 'structuredContent breaks the outputSchema of the tool: celsius is a string.',
    definition: { outputSchema },
    result: {
      content: [textBlock(token('content'))],
      structuredContent: { station: token('structuredContent'), celsius: 'mild' },
    },
    fields: [declare('content'), declare('structuredContent')],
    checks: [toldOfTheError()],
  });
}
