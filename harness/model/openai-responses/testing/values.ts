import * as fc from 'fast-check';
import type { ModelCall } from '../../../../scenarios/types.ts';
import type { ModelRequest, Reply } from '../../dialect.ts';

type Calls = Extract<Reply, { kind: 'calls' }>;

/** A request with nothing in it. */
export const request: ModelRequest = {
  model: 'm',
  stream: false,
  wantsUsage: true,
  tools: [],
  calls: [],
  results: [],
};

/** Any calls in any characters, with ids of their own. */
export const anyCalls: fc.Arbitrary<Calls> = fc
  .uniqueArray(
    fc.record(
      {
        id: fc.string({ unit: 'binary' }),
        name: fc.string({ unit: 'grapheme' }),
        namespace: fc.string(),
        arguments: fc.oneof(fc.string({ unit: 'grapheme' }), fc.json()),
      },
      { requiredKeys: ['id', 'name', 'arguments'] },
    ),
    { minLength: 1, maxLength: 3, selector: ({ id }) => id },
  )
  .map((calls) => ({ kind: 'calls', calls }));

/** What is read of the calls of an answer: a namespace is for the client only. */
export function readable({ calls }: Calls): Omit<ModelCall, 'target'>[] {
  return calls.map((call) => ({ id: call.id, name: call.name, arguments: call.arguments }));
}
