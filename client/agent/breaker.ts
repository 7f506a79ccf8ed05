/** How a call to a server ended: with a result, with a result that is an error, or with no usable result. */
export type CallOutcome = 'ok' | 'error result' | 'failure';

/** Keeps a model from hammering a server that keeps failing. One breaker a server. */
export interface Breaker {
  /** Text that answers the model in place of a call, or undefined when the call may go out. */
  refusal(): string | undefined;
  record(outcome: CallOutcome): void;
  /** Forgets the strikes: the server has been connected to anew. */
  reset(): void;
}

const strikesToOpen = 3;
const pause = 60_000;

/**
 * The original client's circuit breaker: three strikes in a row (an error result, or no usable result) open it for 60
 * seconds. Then one call goes through on trial while others are still refused: its success closes the breaker, its
 * failure opens it for another 60 seconds. Any success forgets the strikes.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createBreaker(server: string, now: () => number): Breaker {
  let strikes = 0;
  let failures = 0;
  let openUntil = 0;
  function reset(): void {
    strikes = 0;
    failures = 0;
  }
  return {
    refusal() {
      if (strikes < strikesToOpen) return undefined;
      const left = openUntil - now();
      if (left > 0) return refusalText(server, strikes, failures > 0, Math.ceil(left / 1000));
      // The trial: calls that arrive while it runs find the breaker open.
      openUntil = now() + pause;
      return undefined;
    },
    record(outcome) {
      if (outcome === 'ok') return reset();
      strikes += 1;
      if (outcome === 'failure') failures += 1;
      if (strikes >= strikesToOpen) openUntil = now() + pause;
    },
    reset,
  };
}

function refusalText(server: string, strikes: number, unreachable: boolean, seconds: number): string {
  return unreachable
    ? `MCP server '${server}' failed ${strikes} calls in a row and is left alone for another ${seconds} s. ` +
        'Do not call its tools until then: find another way, or ask the user to look at the server.'
    : `MCP server '${server}' is reachable but answered ${strikes} calls in a row with an error; its calls are held back ` +
        `for another ${seconds} s. Do not repeat them: read those errors and change the arguments or the approach.`;
}
