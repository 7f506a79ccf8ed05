import type { JsonObject } from '../../../scenarios/types.ts';
import { parseJson } from '../../json.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { json } from '../written.ts';
import { answerId, callItemId, readThread } from './ids.ts';

/** Small on purpose: clients that shorten their history decide by these figures, and a run must not be shortened. */
const USAGE: JsonObject = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** The body of an answer that is not streamed. */
export function writeWhole(reply: Reply, request: ModelRequest, id: string): Written {
  return json({ ...headOf(reply, request, id), ...ended(outputOf(reply, request, id)) });
}

/** What an answer says of itself, from its beginning on. */
export function headOf(reply: Reply, request: ModelRequest, id: string): JsonObject {
  return {
    id: answerId(id, threadOf(reply, request)),
    object: 'response',
    created_at: 0,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: request.model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: request.previous ?? null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
  };
}

/** What changes in {@link headOf} when the answer is complete. */
export function ended(output: JsonObject[]): JsonObject {
  return { status: 'completed', output, usage: USAGE };
}

/** The items of an answer: one message, or the calls. */
export function outputOf(reply: Reply, { tools }: ModelRequest, id: string): JsonObject[] {
  const status = 'completed';
  if (reply.kind === 'text') {
    return [{ id: `msg_${id}`, type: 'message', status, role: 'assistant', content: [textPart(reply.text)] }];
  }
  return reply.calls.map((call) => {
    const { name, namespace } = call;
    const called = tools.find((tool) => tool.name === name && tool.namespace === namespace);
    const more = { call_id: call.id, status };
    if (called?.builtIn === true) {
      const given = parseJson(call.arguments) ?? {};
      return { id: callItemId('tsc', call), type: 'tool_search_call', execution: 'client', arguments: given, ...more };
    }
    const group = namespace === undefined ? {} : { namespace };
    return { id: callItemId('fc', call), type: 'function_call', name, ...group, arguments: call.arguments, ...more };
  });
}

/** A text in a message of the model. */
export function textPart(text: string): JsonObject {
  return { type: 'output_text', annotations: [], logprobs: [], text };
}

/**
 * The talk that the answer's id carries. A text ends a talk that any client may go on with by that id, so it carries all
 * calls; before, only a client that already goes on by ids needs them, and the ids of all others stay short.
 */
function threadOf(reply: Reply, { previous = '', calls, results }: ModelRequest): Parameters<typeof answerId>[1] {
  const { answered, asked } = readThread(previous);
  const earlier = reply.kind === 'text' ? calls : [...answered, ...asked];
  const told = new Set(results.map(({ callId }) => callId));
  return {
    answered: earlier.filter(({ id }) => told.has(id)),
    asked: [...earlier.filter(({ id }) => !told.has(id)), ...(reply.kind === 'calls' ? reply.calls : [])],
  };
}
