import type { BehaviourVerdict, FieldsVerdict, Wrapper } from '../../data/types/record.ts';

/**
 * Text that a client puts around a result; `{{tool}}` stands for its own name of the tool, and `{{served tool}}` for the
 * server's name where the client writes that beside its own.
 */
export interface Surrounding {
  prefix: string;
  suffix: string;
}

/**
 * What a client puts around every result, learnt from its calibration run. A member is absent where nothing could be
 * learnt: that is not the same as a client that puts nothing there.
 */
export interface Envelope {
  result?: Surrounding;
  error?: Surrounding;
}

/** Why a run could not be judged. It is never a verdict. */
export type InconclusiveReason =
  | 'crashed'
  | 'hung'
  | 'tool-not-called'
  | 'call-not-on-wire'
  | 'no-model-request'
  | 'unsupported'
  | 'harness';

export interface Inconclusive {
  kind: 'inconclusive';
  reason: InconclusiveReason;
  detail: string;
}

export interface Judged {
  kind: 'judged';
  verdict: FieldsVerdict | BehaviourVerdict;
  /** The client's own name of the tool that was called; null where it called none. */
  offeredAs: string | null;
  protocolVersion: string;
  cost: { characters: number; tokens: number };
  wire: { clientFramesInvalid: number; processes: number };
  wrapper: Wrapper;
}
