import { anthropicMessages } from './anthropic-messages/dialect.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { googleGemini } from './google-gemini/dialect.ts';
import { openAiChat } from './openai-chat/dialect.ts';
import { openAiResponses } from './openai-responses/dialect.ts';

/** Every dialect by the id under which drivers and lines of model.jsonl name it. */
export const dialects: Record<DialectId, Dialect> = {
  'anthropic-messages': anthropicMessages,
  'google-gemini': googleGemini,
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
};
