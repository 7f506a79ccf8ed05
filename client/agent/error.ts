/**
 * Why a talk ended without an answer. `unreachable`: no answer from the model, even after retries; `refused`: it
 * answered with an error; `invalid-answer`: the answer has not the form of Chat Completions, or is too large;
 * `turn-limit`: the model still asked for tools after the last turn; `too-large`: the messages of the talk have become
 * more than is sent to a model; `interrupted`: the user ended it.
 */
export type AgentErrorCode = 'unreachable' | 'refused' | 'invalid-answer' | 'turn-limit' | 'too-large' | 'interrupted';

/** A talk that failed. The message is for people; it never holds the API key. */
export class AgentError extends Error {
  readonly code: AgentErrorCode;

  constructor(code: AgentErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'AgentError';
    this.code = code;
  }
}
