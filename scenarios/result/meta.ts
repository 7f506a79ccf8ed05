import type { Scenario } from '../types.ts';
import { arrives, reading, resultScenario, textBlock, tokens } from './define.ts';

const capability = 'tools.result._meta';

/** What becomes of a result's `_meta`: an application's key, and keys that the protocol keeps for itself. */
export const metaScenarios: Scenario[] = [metaOnly(), withMeta()];

function metaOnly(): Scenario {
  const { token, declare } = tokens('meta_only');
  return resultScenario({
    name: 'meta_only',
    capability,
    title: 'A text and one application key in _meta, no structuredContent.',
    result: { content: [textBlock(token('content'))], _meta: { 'com.example/trace': token('_meta') } },
    fields: [declare('content'), declare('_meta')],
    checks: [arrives('_meta')],
  });
}

function withMeta(): Scenario {
  const { token, declare } = tokens('with_meta');
  return resultScenario({
    name: 'with_meta',
    capability,
    title:
      'Text, structuredContent, and _meta with an application key beside keys reserved by the older and the newer rule.',
    result: {
      content: [textBlock(token('content'))],
      structuredContent: reading(token('structuredContent')),
      _meta: {
        'com.example/trace': token('_meta'),
        // Reserved by the rule to 2025-06-18: a label `mcp` that another label follows, wherever it stands.
        'tools.api.mcp.com/trace': token('reserved _meta', 'older'),
        // Reserved by the rule since 2025-11-25: the second label is `modelcontextprotocol`, though nothing follows it.
        'io.modelcontextprotocol/trace': token('reserved _meta', 'newer'),
      },
    },
    fields: [
      declare('content'),
      declare('structuredContent'),
      declare('_meta'),
      declare('reserved _meta', 'older', 'newer'),
    ],
    checks: [
      {
        id: 'applicationMetaAlone',
        text: 'the application key of _meta reaches the model, and no reserved key does',
        arrives: ['_meta'],
        absent: ['reserved _meta'],
      },
    ],
  });
}
