/* Generated from data/schema/wire-line.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * One line of wire.jsonl: a frame as the fixture server saw it. Keys stand in this order.
 */
export type WireLine = {
  seq: number;
  process: number;
  /**
   * The launch of the client, where a scenario has several.
   */
  launch?: number;
  /**
   * HTTP only: the request that this line belongs to.
   */
  exchange?: number;
  dir: 'c2s' | 's2c';
  http?: {
    method?: string;
    path?: string;
    status?: number;
    headers: {
      [k: string]: string;
    };
  };
  text?: string;
  /**
   * Instead of text, where the bytes are no UTF-8.
   */
  base64?: string;
} & {
  [k: string]: unknown;
};
