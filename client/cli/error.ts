/** The command line cannot be followed: `usage`. The message says what was expected. */
export class CliError extends Error {
  readonly code = 'usage';

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CliError';
  }
}
