import type { Json, ToolResultInRequest } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { isObject, items, kindOf, member, string } from '../../json.ts';
import type { ModelRequest } from '../dialect.ts';
import { readThread, type Thread } from './ids.ts';
import { readCall } from './items.ts';
import { readResult } from './results.ts';
import { readTools } from './tools.ts';

/**
 * Reads the body of a Responses request. Calls that `previous_response_id` stands for come before those of the input; of
 * their results it is only known that they were given. Throws HarnessError `input` when `input` is no string and no list.
 */
export function readRequest(body: Json): ModelRequest {
  const input = member(body, 'input');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    const got = isObject(body) ? `${kindOf(input)} (input)` : kindOf(body);
    throw new HarnessError('input', `Expected an object with a string or a list "input", got ${got}.`);
  }
  const previous = string(member(body, 'previous_response_id'));
  const list = items(input);
  return {
    model: string(member(body, 'model')),
    stream: member(body, 'stream') === true,
    wantsUsage: true,
    tools: [
      ...readTools(member(body, 'tools'), '/tools'),
      // Tools that a client gives later stand in the input: what a search found, and what came with a message.
      ...list.flatMap((item, index) => readTools(member(item, 'tools'), `/input/${index}/tools`)),
    ],
    ...continued(readThread(previous), { calls: list.flatMap(readCall), results: list.flatMap(readResult) }),
    ...(previous !== '' && { previous }),
  };
}

/** The input after what the client does not repeat; what it does repeat counts once. */
function continued(
  { answered, asked }: Thread,
  { calls, results }: Pick<ModelRequest, 'calls' | 'results'>,
): Pick<ModelRequest, 'calls' | 'results'> {
  const repeated = new Set(calls.map(({ id }) => id));
  const told = new Set(results.map(({ callId }) => callId));
  const earlier = answered.filter(({ id }) => !told.has(id));
  return {
    calls: [...[...answered, ...asked].filter(({ id }) => !repeated.has(id)), ...calls],
    results: [...earlier.map(({ id }) => withoutText(id)), ...results],
  };
}

function withoutText(callId: string): ToolResultInRequest {
  return { callId, pointer: '/previous_response_id', texts: [] };
}
