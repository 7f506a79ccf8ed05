/* Generated from data/schema/verified.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Names and addresses, sorted.
 */
export type Asked = string[];

/**
 * What the probe's own records say of a client: written by ingest, never by hand.
 */
export interface VerifiedOverlay {
  /**
   * By version: the hosts that its runs asked for and did not get. A version without an entry ran without a fence.
   */
  asked?: {
    [k: string]: Asked;
  };
  client: string;
  records: VerifiedRecord[];
}
export interface VerifiedRecord {
  capability: string;
  clientVersion: string;
  config: string;
  cost: Cost;
  /**
   * The day on which ingest first saw these bytes.
   */
  date: string;
  /**
   * sha256 over record.json, wire.jsonl and model.jsonl, in this order.
   */
  digest: string;
  /**
   * The run's folder, relative to the repository.
   */
  path: string;
  protocolVersion: string;
  scenario: string;
  server: 'both' | 'handshake' | 'stateless';
  transport: 'stdio' | 'http' | 'sse';
  verdict: FieldsVerdict | BehaviourVerdict;
}
/**
 * What the tool's result costs the model: the characters (UTF-16 units) of its text, and ceil(characters / 4) tokens.
 */
export interface Cost {
  characters: number;
  tokens: number;
}
export interface FieldsVerdict {
  checks: FieldCheckOutcome[];
  fields: FieldSeen[];
  kind: 'fields';
  order: string[];
  /**
   * The client's own words inside its envelope, when no field arrived.
   */
  said: string | null;
  short: string;
}
export interface FieldCheckOutcome {
  id: string;
  outcome: 'met' | 'not met';
}
export interface FieldSeen {
  as: 'text' | 'base64' | 'image part' | 'audio part' | 'file path' | 'XML';
  count: number;
  /**
   * `envelope`: the whole result object, keys and all.
   */
  field: 'content' | 'structuredContent' | 'payload' | '_meta' | 'reserved _meta' | 'image' | 'audio' | 'envelope';
  /**
   * `whole`, or the parts that arrived.
   */
  parts: string;
  /**
   * @minItems 1
   */
  places: RecordPlace[];
}
export interface RecordPlace {
  /**
   * Line of model.jsonl (of wire.jsonl in a behaviour check about the wire).
   */
  line: number;
  offset: number;
  /**
   * RFC 6901 pointer into the request body (into the frame).
   */
  pointer: string;
}
export interface BehaviourVerdict {
  /**
   * @minItems 1
   */
  checks: BehaviourCheckOutcome[];
  kind: 'behaviour';
  short: string;
  status: 'full' | 'partial' | 'unsupported';
}
export interface BehaviourCheckOutcome {
  id: string;
  level: 'must' | 'may';
  outcome: 'met' | 'not met';
  places: RecordPlace[];
}
