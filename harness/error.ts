/** What went wrong in what the harness was given (`usage`, `input`, `missing`), or in keeping evidence (`store`). */
export class HarnessError extends Error {
  readonly code: 'usage' | 'input' | 'missing' | 'store';

  constructor(code: HarnessError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HarnessError';
    this.code = code;
  }
}
