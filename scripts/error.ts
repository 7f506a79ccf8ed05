/** A verb cannot answer: it was asked wrongly (`usage`), given something malformed (`input`), or something is not there (`missing`). */
export class CommandError extends Error {
  readonly code: 'usage' | 'input' | 'missing';

  constructor(code: CommandError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.code = code;
  }
}
