import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { parseJson } from '../../json.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { json } from '../written.ts';

/** Small on purpose: clients that shorten their history decide by these figures, and a run must not be shortened. */
const USAGE: JsonObject = {
  input_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: null,
  output_tokens: 1,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: null,
  speed: null,
};

/** What the end of a stream says of it: the figures that grew. */
export const FINAL_USAGE: JsonObject = {
  input_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
  output_tokens_details: null,
  server_tool_use: null,
};

/** The body of an answer that is not streamed. */
export function writeWhole(reply: Reply, { model }: ModelRequest, id: string): Written {
  return json(messageOf(id, model, blocksOf(reply), stopReason(reply)));
}

/** A message of the assistant; one that has only begun has no content and no reason of its end. */
export function messageOf(id: string, model: string, content: JsonObject[], reason: string | null): JsonObject {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: USAGE,
  };
}

function blocksOf(reply: Reply): JsonObject[] {
  if (reply.kind === 'text') return [{ type: 'text', text: reply.text }];
  return reply.calls.map(({ id, name, arguments: text }) => toolUse(id, name, parseJson(text) ?? {}));
}

export function toolUse(id: string, name: string, input: Json): JsonObject {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

export function stopReason(reply: Reply): string {
  return reply.kind === 'text' ? 'end_turn' : 'tool_use';
}

const MODEL = 'mocked-model';

export const modelList: JsonObject = {
  data: [
    {
      type: 'model',
      id: MODEL,
      display_name: 'Mocked model',
      created_at: '1970-01-01T00:00:00Z',
      lifecycle: 'active',
      line: null,
      capabilities: null,
      max_input_tokens: null,
      max_tokens: null,
      deprecated_at: null,
      retires_at: null,
    },
  ],
  has_more: false,
  first_id: MODEL,
  last_id: MODEL,
};
