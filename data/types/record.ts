/* Generated from data/schema/record.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * As the client or its installer tells it; the name of a folder.
 */
export type Version = string;
/**
 * A name that is a folder's too.
 */
export type Name = string;
/**
 * What the client puts around every result, as the calibration run of the same config and transport showed it; null where it puts nothing.
 */
export type Wrapper = null | {
  /**
   * UTF-16 units before and after the result.
   */
  characters: number;
  /**
   * sha256 over the text before, a NUL and the text after.
   */
  digest: string;
  /**
   * Its first 60 UTF-16 units.
   */
  start: string;
};

/**
 * What one run showed: one scenario, one client version, one config, one transport.
 */
export interface RunRecord {
  capability: string;
  client: string;
  clientVersion: Version;
  config: Name;
  /**
   * What the tool's result costs the model: the characters (UTF-16 units) of its text, and ceil(characters / 4) tokens.
   */
  cost: {
    characters: number;
    tokens: number;
  };
  fixtureVersion: string;
  judgeVersion: string;
  /**
   * The client's own name of the tool that was called, as its model saw it; null where it called none.
   */
  offeredAs: string | null;
  /**
   * The negotiated revision, read off the wire.
   */
  protocolVersion: string;
  scenario: Name;
  server: 'both' | 'handshake' | 'stateless';
  transport: 'stdio' | 'http' | 'sse';
  verdict: FieldsVerdict | BehaviourVerdict;
  wire: {
    /**
     * Frames from the client that its revision does not allow.
     */
    clientFramesInvalid: number;
    /**
     * How many server processes the client started; 1 over HTTP.
     */
    processes: number;
  };
  wrapper: Wrapper;
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
