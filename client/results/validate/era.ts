import type { JsonObject } from '../../types.ts';

/** Throws InvalidResultError unless the result, which is an object, is what its revision defines. */
type CheckResult = (result: JsonObject) => void;

/** One era of the protocol: the revisions that belong to it, each with its check. */
export type Era = ReadonlyMap<string, CheckResult>;
