/* Generated from data/schema/model-line.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * One line of model.jsonl: a request that the mocked model received, and its answer. Keys stand in this order.
 */
export type ModelLine = {
  seq: number;
  /**
   * The launch of the client, where a scenario has several.
   */
  launch?: number;
  /**
   * With `launch`: whether the client had sent its server anything in it by then.
   */
  reached?: boolean;
  dialect: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'google-gemini';
  method: string;
  path: string;
  body?: string;
  /**
   * Instead of body, where the bytes are no UTF-8.
   */
  base64?: string;
  status: number;
  response: string;
} & {
  [k: string]: unknown;
};
