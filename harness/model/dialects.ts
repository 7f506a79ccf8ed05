import type { Dialect } from './dialect.ts';
import { openAiChat } from './openai-chat/dialect.ts';

/** Every dialect by the id under which drivers and lines of model.jsonl name it. */
export const dialects: Record<Dialect['id'], Dialect> = { 'openai-chat': openAiChat };
