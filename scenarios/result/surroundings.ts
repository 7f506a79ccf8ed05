import type { Scenario } from '../types.ts';
import { arrives, reading, resultScenario, textBlock, tokens } from './define.ts';
import { png } from './png.ts';

/** What surrounds a result: who it is for, whether it is an error, what else than text it holds. */
export const surroundingsScenarios: Scenario[] = [appOnly(), audienceUser(), isError(), withImage()];

function appOnly(): Scenario {
  const { token, declare } = tokens('app_only');
  return resultScenario({
    name: 'app_only',
    capability: 'apps.visibility',
    title:
      'The tool is marked as visible to an MCP App only; a host that follows the extension hides it from the model.',
    definition: { _meta: { ui: { visibility: ['app'] } } },
    result: { content: [textBlock(token('content'))], structuredContent: reading(token('structuredContent')) },
    fields: [declare('content'), declare('structuredContent')],
    checks: [
      { id: 'hiddenFromTheModel', text: 'the tool is kept from the model', absent: ['content', 'structuredContent'] },
    ],
  });
}

function audienceUser(): Scenario {
  const { token, declare } = tokens('audience_user');
  return resultScenario({
    name: 'audience_user',
    capability: 'tools.result.audience',
    title: 'The text is annotated for the user alone; structuredContent, which has no audience, stands beside it.',
    result: {
      content: [{ ...textBlock(token('content')), annotations: { audience: ['user'] } }],
      structuredContent: reading(token('structuredContent')),
    },
    fields: [declare('content'), declare('structuredContent')],
    checks: [
      {
        id: 'keptFromTheModel',
        text: 'a text for the user alone is kept from the model',
        absent: ['content'],
        // A client that keeps every text from the model that stands beside structuredContent says nothing about audience.
        given: { scenario: 'tools.result.summary_and_data', check: 'contentArrives' },
      },
    ],
  });
}

function isError(): Scenario {
  const { token, declare } = tokens('is_error');
  return resultScenario({
    name: 'is_error',
    capability: 'tools.result.isError',
    title: 'isError is true, with an error text and structuredContent that explains it.',
    result: {
      content: [{ type: 'text', text: `No such station: ${token('content')}` }],
      structuredContent: reading(token('structuredContent')),
      isError: true,
    },
    fields: [declare('content'), declare('structuredContent')],
    checks: [
      arrives('content'),
      { id: 'markedAsError', text: 'the model can tell that the call failed', marked: 'error' },
      arrives('structuredContent', { proves: 'tools.result.structuredContent' }),
    ],
  });
}

function withImage(): Scenario {
  const { token, declare } = tokens('with_image');
  return resultScenario({
    name: 'with_image',
    capability: 'tools.result.media',
    title: 'A text, a small PNG image and structuredContent.',
    result: {
      content: [textBlock(token('content')), { type: 'image', data: png(token('image')), mimeType: 'image/png' }],
      structuredContent: reading(token('structuredContent')),
    },
    fields: [declare('content'), declare('structuredContent'), declare('image')],
    checks: [arrives('image'), arrives('content', { proves: 'tools.result.content' })],
  });
}
