import { type Clock, realClock } from '../../client/lifecycle/clock.ts';

const HASTE = 100;
const PATIENCE = 4;

/**
 * A clock on which pauses between attempts are a hundredth of what they are, so that a ladder is climbed in a moment.
 * What somebody is ready to wait for is four times as long: a loaded machine is none of the faults.
 */
export const hurriedClock: Clock = {
  now: () => realClock.now() * HASTE,
  sleep: (ms, signal) => realClock.sleep(ms * PATIENCE, signal),
  rest: (ms, signal) => realClock.rest(ms / HASTE, signal),
  random: () => realClock.random(),
};
