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

/**
 * A server's answer to `tools/call` that is not passed on. The message is written for the model and holds nothing that
 * stood in the result, so that a refused result cannot reach the model through its own refusal.
 */
export class InvalidResultError extends Error {
  readonly code: InvalidResultCode;

  constructor(code: InvalidResultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'InvalidResultError';
    this.code = code;
  }
}
