import type { HttpAnswer } from '../../../scenarios/behaviour.ts';
import type { Arrived, HttpRun } from '../../http/run.ts';
import type { Host } from '../exchange.ts';

/** The server as the steps of a run over HTTP know it. */
export function httpHost(given: {
  run: HttpRun;
  ending: AbortSignal;
  expired: Map<string, HttpAnswer>;
  /** Every answer that is open. */
  live: Set<Arrived['response']>;
}): Host {
  const { run, ending, expired, live } = given;
  const { sessions } = run;
  return {
    ending,
    broadcast(frame) {
      for (const { streams, pending } of sessions.all()) {
        // "Sending Messages": on one of the streams, never on several.
        const [stream] = streams;
        if (stream === undefined) pending.push(frame);
        else stream.send(frame);
      }
    },
    streams(how) {
      for (const { streams } of sessions.all()) for (const stream of streams) stream[how]();
    },
    exit() {
      for (const response of live) response.destroy();
      sessions.end();
    },
    expire(answer) {
      for (const { id } of sessions.all()) expired.set(id, answer);
      sessions.end();
    },
    stderr() {},
  };
}
