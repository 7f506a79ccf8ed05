import type { Json, JsonObject } from '../../../scenarios/types.ts';
import type { DialectId } from '../../model/dialect.ts';
import type { Writer } from './talk.ts';

const chat: Writer = {
  path: () => '/v1/chat/completions',
  body: (system, history, tools) => ({
    model: 'mocked-model',
    messages: [{ role: 'system', content: system }, ...history],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: schema },
    })),
  }),
  user: (text) => ({ role: 'user', content: text }),
  turn: ({ id, name, arguments: text }, said, also) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: text } }],
    },
    { role: 'tool', tool_call_id: id, content: said },
    ...also.map(chat.user),
  ],
};

const responses: Writer = {
  path: () => '/v1/responses',
  body: (system, history, tools) => ({
    model: 'mocked-model',
    instructions: system,
    input: history,
    tools: tools.map(({ name, description, schema }) => ({ type: 'function', name, description, parameters: schema })),
  }),
  user: (text) => ({ role: 'user', content: [{ type: 'input_text', text }] }),
  turn: ({ id, name, arguments: text }, said, also) => [
    { type: 'function_call', call_id: id, name, arguments: text },
    { type: 'function_call_output', call_id: id, output: said },
    ...also.map(responses.user),
  ],
};

const anthropic: Writer = {
  path: () => '/v1/messages',
  body: (system, history, tools) => ({
    model: 'mocked-model',
    max_tokens: 4096,
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    messages: history,
    tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
  }),
  user: (text) => ({ role: 'user', content: text }),
  turn: ({ id, name, arguments: text }, said, also) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input: JSON.parse(text) as JsonObject }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: said }] }] },
    ...also.map(anthropic.user),
  ],
};

const gemini: Writer = {
  path: (stream) => `/v1beta/models/gemini-2.5-flash:${stream ? 'streamGenerateContent' : 'generateContent'}`,
  body: (system, history, tools) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: history,
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, schema }) => ({
          name,
          description,
          parametersJsonSchema: schema,
        })),
      },
    ],
  }),
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  turn: ({ name, arguments: text }, said, also): Json[] => [
    { role: 'model', parts: [{ functionCall: { name, args: JSON.parse(text) as JsonObject } }] },
    { role: 'user', parts: [{ functionResponse: { name, response: { output: said } } }] },
    ...also.map(gemini.user),
  ],
};

export const WRITERS: Record<DialectId, Writer> = {
  'anthropic-messages': anthropic,
  'google-gemini': gemini,
  'openai-chat': chat,
  'openai-responses': responses,
};
