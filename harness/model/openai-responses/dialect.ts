import type { Dialect } from '../dialect.ts';
import { json } from '../written.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { writeStream } from './stream.ts';
import { writeWhole } from './write.ts';

/**
 * The Responses API: `POST /v1/responses`, streamed or not, `POST /v1/responses/input_tokens`, and `GET /v1/models`.
 * Nothing is stored: what a client may ask for by an id, the id itself carries.
 */
export const openAiResponses: Dialect = {
  id: 'openai-responses',
  base: '/v1',
  route(method, path) {
    if (method === 'POST' && path === '/v1/responses') return 'turn';
    if (method === 'POST' && path === '/v1/responses/input_tokens') return 'count';
    return method === 'GET' && path === '/v1/models' ? 'models' : undefined;
  },
  read: readRequest,
  readCalls: readAnswerCalls,
  write: (reply, request, id) => (request.stream ? writeStream(reply, request, id) : writeWhole(reply, request, id)),
  models: () =>
    json({ object: 'list', data: [{ id: 'mocked-model', object: 'model', created: 0, owned_by: 'mcp-client-probe' }] }),
  count: () => json({ object: 'response.input_tokens', input_tokens: 1 }),
  error: (message) => json({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};
