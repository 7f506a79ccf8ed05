import type { JsonObject, ToolDefinition } from '../types.ts';
import type { Listing, ListingForm } from './listing.ts';
import { maxNames, maxQueries } from './string-list.ts';

/** The tools that stand for the deferred ones; no other tool may have these names. */
const bridgeNames = ['tool_search', 'tool_describe', 'tool_call'] as const;

export type BridgeName = (typeof bridgeNames)[number];

export function isBridgeName(name: string): name is BridgeName {
  return bridgeNames.some((bridge) => bridge === name);
}

/** The definitions of `tool_search`, `tool_describe` and `tool_call`, in this order. */
export function bridgeTools(deferred: number, listing: Listing): ToolDefinition[] {
  return [
    define('tool_search', describeSearch(deferred, listing), ['queries'], {
      queries: strings(`Keyword lists, one for each capability that is needed; at most ${maxQueries}.`),
      limit: { type: 'integer', description: 'How many tools each query may find.' },
    }),
    define(
      'tool_describe',
      'Shows the whole description and the argument schema of deferred tools, by the exact names that tool_search gave ' +
        'or the catalog lists. Read the schema before the first tool_call.',
      ['names'],
      { names: strings(`Exact tool names; at most ${maxNames}.`) },
    ),
    define(
      'tool_call',
      'Runs one deferred tool, exactly as if it were called directly: the same permissions apply, and its result is the ' +
        'answer. A tool that is in your own tool list is called directly instead.',
      ['calls'],
      { calls: { type: 'array', description: 'The call to make, as a list with one entry.', items: callSchema } },
    ),
  ];
}

const callSchema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The exact name of the tool.' },
    arguments: { type: 'object', description: 'Arguments that fit the schema which tool_describe shows.' },
  },
  required: ['name', 'arguments'],
};

function define(name: BridgeName, description: string, required: string[], properties: JsonObject): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } };
}

function strings(description: string): JsonObject {
  return { type: 'array', description, items: { type: 'string' } };
}

function describeSearch(deferred: number, { form, text }: Listing): string {
  const sentences = [
    `Looks for tools that your tool list does not show; ${deferred} of them can be found.`,
    'Give a list of queries, one for each capability that you need; they are searched side by side.',
    'Write keywords and no questions: a word that stands in no tool finds nothing.',
    'Then read the schema with tool_describe and run the tool with tool_call.',
    'Tools that are in your own tool list need no search.',
    ...listingSentences[form],
  ];
  return text === '' ? sentences.join(' ') : `${sentences.join(' ')}\n\n${text}`;
}

const complete = [
  'The catalog below covers all of them: never say that something is missing which stands there.',
  'Where you see the exact name of the tool that you need, skip the search.',
];
const listingSentences: Record<ListingForm, string[]> = {
  full: complete,
  names: complete,
  mixed: [...complete, 'The tools of a server that is marked "names not listed" can only be found by a search.'],
  groups: [
    'The catalog below names the servers that can be searched, and not their tools: search FIRST, before you call a capability missing.',
  ],
  none: [],
};
