import type { Dialect } from '../dialect.ts';
import { json } from '../written.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readRequest } from './read.ts';
import { writeStream } from './stream.ts';
import { modelList, writeWhole } from './write.ts';

const ERRORS: Record<number, string> = { 404: 'not_found_error', 413: 'request_too_large' };

/**
 * The Messages API: `POST /v1/messages`, streamed or not, `POST /v1/messages/count_tokens` and `GET /v1/models`. Base URLs
 * of this API end before `/v1`.
 */
export const anthropicMessages: Dialect = {
  id: 'anthropic-messages',
  base: '',
  route(method, path) {
    if (method === 'POST' && path === '/v1/messages') return 'turn';
    if (method === 'POST' && path === '/v1/messages/count_tokens') return 'count';
    return method === 'GET' && path === '/v1/models' ? 'models' : undefined;
  },
  read: readRequest,
  readCalls: readAnswerCalls,
  write: (reply, request, id) => (request.stream ? writeStream(reply, request, id) : writeWhole(reply, request, id)),
  models: () => json(modelList),
  count: () => json({ input_tokens: 1 }),
  error: (message, status) =>
    json({ type: 'error', error: { type: ERRORS[status] ?? 'invalid_request_error', message }, request_id: null }),
};
