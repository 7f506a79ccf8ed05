/* Generated from data/schema/verified.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Names and addresses, sorted.
 */
export type Asked = string[];
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
 * What the probe's own runs say of a client: written by ingest, never by hand.
 */
export interface VerifiedOverlay {
  /**
   * By version: the hosts that its runs asked for and did not get. A version without an entry ran without a fence.
   */
  asked?: {
    [k: string]: Asked;
  };
  client: string;
  /**
   * The statuses that the runs show, by capability in the order of the tree, then version, then tier.
   */
  evidence: DerivedEvidence[];
  records: VerifiedRecord[];
}
export interface DerivedEvidence {
  capability: string;
  /**
   * As the client or its installer tells it; the name of a folder.
   */
  clientVersion: string;
  /**
   * The day on which the newest of its runs came in.
   */
  date: string;
  /**
   * What the status leaves out, from the runs alone; null where it leaves out nothing.
   */
  note: string | null;
  /**
   * The revisions of the runs, oldest first; none where nothing was agreed on.
   */
  revisions: string[];
  /**
   * The folders of the runs that show it, relative to the repository.
   *
   * @minItems 1
   */
  runs: string[];
  status: 'full' | 'partial' | 'unsupported';
  /**
   * `probed`: what the client did; `declared`: what it says of itself on the wire.
   */
  tier: 'probed' | 'declared';
}
export interface VerifiedRecord {
  capability: string;
  /**
   * As the client or its installer tells it; the name of a folder.
   */
  clientVersion: string;
  /**
   * A name that is a folder's too.
   */
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
   * The client's own name of the tool that was called, as its model saw it; null where it called none.
   */
  offeredAs: string | null;
  /**
   * The run's folder, relative to the repository.
   */
  path: string;
  protocolVersion: string;
  /**
   * A name that is a folder's too.
   */
  scenario: string;
  server: 'both' | 'handshake' | 'stateless';
  transport: 'stdio' | 'http' | 'sse';
  verdict: KeptFieldsVerdict | KeptBehaviourVerdict;
  wrapper: Wrapper;
}
/**
 * What the tool's result costs the model: the characters (UTF-16 units) of its text, and ceil(characters / 4) tokens.
 */
export interface Cost {
  characters: number;
  tokens: number;
}
/**
 * A fields verdict without the places, which the record holds.
 */
export interface KeptFieldsVerdict {
  checks: FieldCheckOutcome[];
  fields: KeptField[];
  kind: 'fields';
  order: string[];
  said: string | null;
  short: string;
}
export interface FieldCheckOutcome {
  id: string;
  outcome: 'met' | 'not met';
}
export interface KeptField {
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
}
/**
 * A behaviour verdict without the places, which the record holds.
 */
export interface KeptBehaviourVerdict {
  /**
   * @minItems 1
   */
  checks: KeptBehaviourCheck[];
  kind: 'behaviour';
  short: string;
  status: 'full' | 'partial' | 'unsupported';
}
export interface KeptBehaviourCheck {
  id: string;
  level: 'must' | 'may';
  outcome: 'met' | 'not met';
}
