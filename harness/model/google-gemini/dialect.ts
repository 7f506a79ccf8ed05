import type { Dialect } from '../dialect.ts';
import { json } from '../written.ts';
import { readAnswerCalls } from './answer-calls.ts';
import { readPath } from './path.ts';
import { readRequest } from './read.ts';
import { writeAnswer } from './write.ts';

/**
 * The Gemini API: `POST /v1beta/models/<model>:generateContent`, `:streamGenerateContent` (always as server-sent events)
 * and `:countTokens`, and `GET /v1beta/models`. The version may be another one, or be missing.
 */
export const googleGemini: Dialect = {
  id: 'google-gemini',
  // Google's own libraries put the version behind the base URL themselves.
  base: '',
  route(method, path) {
    if (method === 'GET') return path.endsWith('/models') ? 'models' : undefined;
    if (method !== 'POST') return undefined;
    const asked = readPath(path)?.method;
    if (asked === 'generateContent' || asked === 'streamGenerateContent') return 'turn';
    return asked === 'countTokens' ? 'count' : undefined;
  },
  read: readRequest,
  readCalls: readAnswerCalls,
  write: writeAnswer,
  models: () =>
    json({
      models: [
        {
          name: 'models/mocked-model',
          version: '1',
          displayName: 'Mocked model',
          inputTokenLimit: 1_048_576,
          outputTokenLimit: 65_536,
          supportedGenerationMethods: ['generateContent', 'countTokens'],
        },
      ],
    }),
  count: () => json({ totalTokens: 1 }),
  error: (message, code) => json({ error: { code, message, status: code === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' } }),
};
