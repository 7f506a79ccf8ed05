/** A call whose connection broke when it was under way: the server may have done what it was asked, or not. */
export class OutcomeUncertainError extends Error {
  readonly server: string;

  constructor(server: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OutcomeUncertainError';
    this.server = server;
  }
}

/** There is no connection to send a call over. The call never left this client. */
export class ServerDownError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ServerDownError';
  }
}
