/** `usage`: the command line cannot be followed. `output`: what the program has to say cannot be written. */
export type CliErrorCode = 'usage' | 'output';

/** Something outside the talk went wrong. The message says what was expected, or what happened. */
export class CliError extends Error {
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CliError';
    this.code = code;
  }
}
