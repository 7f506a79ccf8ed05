export type FixtureErrorCode = 'usage' | 'invalid-plan' | 'frame-too-long' | 'path-taken' | 'tap-full';

/** The one error that the fixture throws at whoever starts it. What a client does wrong is answered on the wire. */
export class FixtureError extends Error {
  readonly code: FixtureErrorCode;

  constructor(code: FixtureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FixtureError';
    this.code = code;
  }
}
