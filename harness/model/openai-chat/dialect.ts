import type { Dialect } from '../dialect.ts';
import { json } from '../written.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { writeStream } from './stream.ts';
import { writeWhole } from './write.ts';

/** The Chat Completions API: `POST /v1/chat/completions`, streamed or not, and `GET /v1/models`. */
export const openAiChat: Dialect = {
  id: 'openai-chat',
  base: '/v1',
  route(method, path) {
    if (method === 'POST' && path === '/v1/chat/completions') return 'turn';
    return method === 'GET' && path === '/v1/models' ? 'models' : undefined;
  },
  read: readRequest,
  readCalls: readAnswerCalls,
  write: (reply, request, id) => (request.stream ? writeStream(reply, request, id) : writeWhole(reply, request, id)),
  models: () =>
    json({ object: 'list', data: [{ id: 'mocked-model', object: 'model', created: 0, owned_by: 'mcp-client-probe' }] }),
  error: (message) => json({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};
