/** What a case may cost at most, in CPU seconds of another one. */
export interface Limit {
  name: string;
  /** The case that it is held against. */
  of: string;
  most: number;
}

/** What every other case is a multiple of. */
export const FLOOR = 'floor';

/** How much more a loaded machine is allowed: 20 %. */
export const SLACK = 1.2;

// The goals in seconds were set on a machine of 2 cores where the floor took 0.46 CPU seconds. As multiples of the floor
// they can be held on any machine.
const FLOOR_SECONDS = 0.46;
const CORES = 2;

export const limits: Limit[] = [
  // The goal itself.
  { name: 'run', of: FLOOR, most: 1.5 },
  // The goal itself. Both read in the client's own process, without its children.
  { name: 'first-request', of: 'import', most: 1.3 },
  // 30 s on the clock with both cores at work: 60 CPU s.
  { name: 'isolated', of: FLOOR, most: (30 * CORES) / FLOOR_SECONDS },
  // 6 s on the clock with both cores at work: 12 CPU s.
  { name: 'session', of: FLOOR, most: (6 * CORES) / FLOOR_SECONDS },
  // One thread does nearly all of it: 0.5 s on the clock are 0.5 CPU s.
  { name: 'rejudge', of: FLOOR, most: 0.5 / FLOOR_SECONDS },
  // Likewise, 0.3 s.
  { name: 'build-cards', of: FLOOR, most: 0.3 / FLOOR_SECONDS },
  { name: 'diff', of: FLOOR, most: 0.3 / FLOOR_SECONDS },
];
