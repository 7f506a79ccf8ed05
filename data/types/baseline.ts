/* Generated from data/schema/baseline.schema.json by `npm run types`. Edit the schema, not this file. */

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
 * The verdicts that a client is expected to give: data/baselines/<client>.json, written by probe --update-baseline. Only knownFlaky is added by hand.
 */
export interface VerdictBaseline {
  client: string;
  /**
   * The version that gave the newest of them.
   */
  clientVersion: string;
  entries: BaselineEntry[];
}
export interface BaselineEntry {
  capability: string;
  /**
   * A name that is a folder's too.
   */
  config: string;
  cost: Cost;
  knownFlaky?: KnownFlaky;
  /**
   * The client's own name of the tool that was called, as its model saw it; null where it called none.
   */
  offeredAs: string | null;
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
 * Run and shown, never decides.
 */
export interface KnownFlaky {
  /**
   * Two folders of runs, relative to the repository, whose bytes give different verdicts: the proof.
   *
   * @minItems 2
   * @maxItems 2
   */
  captures: string[];
  reason: string;
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
