/** What went wrong in the harness itself, or in what it was given. `usage` and `input` exit with 2. */
export class HarnessError extends Error {
  readonly code: 'usage' | 'input' | 'missing' | 'store';

  constructor(code: HarnessError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HarnessError';
    this.code = code;
  }
}
