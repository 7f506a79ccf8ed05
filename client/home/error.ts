/** Why the home folder cannot be used. `foreign`: another program of the Hermes kind made it. */
export type HomeErrorCode = 'foreign' | 'unusable';

/** The home folder (HERMES_HOME) cannot be used; nothing was written to it. */
export class HomeError extends Error {
  readonly code: HomeErrorCode;

  constructor(code: HomeErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'HomeError';
    this.code = code;
  }
}
