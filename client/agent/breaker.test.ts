import { describe, expect, it } from 'vitest';
import { type CallOutcome, createBreaker } from './breaker.ts';

function start() {
  let time = 5_000;
  const breaker = createBreaker('docs', () => time);
  return {
    breaker,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    record: (...outcomes: CallOutcome[]) => {
      for (const outcome of outcomes) breaker.record(outcome);
    },
  };
}

describe('createBreaker', () => {
  it('lets calls through until the third strike in a row', () => {
    const { breaker, record } = start();
    record('failure', 'error result');
    expect(breaker.refusal()).toBeUndefined();
    record('failure');
    expect(breaker.refusal()).toBe(
      "MCP server 'docs' failed 3 calls in a row and is left alone for another 60 s. " +
        'Do not call its tools until then: find another way, or ask the user to look at the server.',
    );
  });

  it('tells a server that answers with errors from one that does not answer', () => {
    const { breaker, record, pass } = start();
    record('error result', 'error result', 'error result');
    pass(20.5);
    expect(breaker.refusal()).toBe(
      "MCP server 'docs' is reachable but answered 3 calls in a row with an error; its calls are held back " +
        'for another 40 s. Do not repeat them: read those errors and change the arguments or the approach.',
    );
  });

  it('forgets the strikes after a success', () => {
    const { breaker, record } = start();
    record('failure', 'failure', 'ok', 'error result', 'error result');
    expect(breaker.refusal()).toBeUndefined();
    record('error result');
    expect(breaker.refusal()).toContain('is reachable');
  });

  it('lets one call through on trial after 60 seconds, and refuses others while it runs', () => {
    const { breaker, record, pass } = start();
    record('failure', 'failure', 'failure');
    pass(59.999);
    expect(breaker.refusal()).toContain('another 1 s');
    pass(0.001);
    expect(breaker.refusal()).toBeUndefined();
    expect(breaker.refusal()).toContain('another 60 s');
    record('ok');
    expect(breaker.refusal()).toBeUndefined();
    expect(breaker.refusal()).toBeUndefined();
  });

  it('opens for another 60 seconds when the trial fails, and counts on', () => {
    const { breaker, record, pass } = start();
    record('failure', 'failure', 'failure');
    pass(60);
    expect(breaker.refusal()).toBeUndefined();
    pass(10);
    record('failure');
    expect(breaker.refusal()).toContain('failed 4 calls in a row and is left alone for another 60 s');
    pass(60);
    expect(breaker.refusal()).toBeUndefined();
  });

  it('lets calls through again when the server has been connected to anew', () => {
    const { breaker, record } = start();
    record('failure', 'failure', 'failure');
    breaker.reset();
    expect(breaker.refusal()).toBeUndefined();
    record('failure', 'failure');
    expect(breaker.refusal()).toBeUndefined();
  });
});
