/**
 * Why a result was refused. `invalid`: not the form that the revision defines; `unknown-result-type` and
 * `input-required`: a well-formed answer that this client does not take; the last three concern a tool's outputSchema.
 */
export type InvalidResultCode =
  | 'invalid'
  | 'unknown-result-type'
  | 'input-required'
  | 'structured-content-missing'
  | 'structured-content-mismatch'
  | 'output-schema-unusable';

/** What of a result with the code `invalid` is not as the revision defines it. */
export type ResultFault =
  | 'missing-content'
  /** `content` is no array. */
  | 'bad-content'
  | 'bad-content-block'
  /** A block of a type that the revision does not have. */
  | 'unknown-content-type'
  | 'bad-annotations'
  | 'bad-structured-content'
  | 'bad-is-error'
  | 'bad-meta'
  | 'missing-result-type'
  | 'bad-result-type';

/**
 * A server's answer to `tools/call` that is not passed on. The message is written for the model and holds nothing that
 * stood in the result, so that a refused result cannot reach the model through its own refusal.
 */
export class InvalidResultError extends Error {
  readonly code: InvalidResultCode;
  readonly fault: ResultFault | undefined;

  constructor(
    code: InvalidResultCode,
    message: string,
    { cause, fault }: { cause?: unknown; fault?: ResultFault | undefined } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'InvalidResultError';
    this.code = code;
    this.fault = fault;
  }
}
