/** What a case may cost at most. */
export interface Limit {
  name: string;
  /** The case whose CPU seconds its own are held against, or MEMORY. */
  of: string;
  most: number;
  /** Seconds on the clock are held against each other: what counts is the waiting. */
  clock?: true;
}

/** In place of a case: the limit is one of memory, in MB. It stands as it is, for memory depends on no load. */
export const MEMORY = 'MB';

/** What every other case is a multiple of. */
export const FLOOR = 'floor';

/** How much more a loaded machine is allowed: 20 %. */
export const SLACK = 1.2;

// The other goals are seconds on the clock of a calm machine of 2 cores, on which the floor took this many CPU seconds. As
// multiples of the floor they can be held on any machine.
const FLOOR_SECONDS = 0.147;

export const limits: Limit[] = [
  // The goal itself.
  { name: 'run', of: FLOOR, most: 1.5 },
  // The goal itself. Both read in the client's own process, without its children.
  { name: 'first-request', of: 'import', most: 1.3 },
  // 85 runs and 5 calibration runs at what one may cost; 30 s on the clock would allow three times as much.
  { name: 'isolated', of: FLOOR, most: 90 * 1.5 },
  // 6 s on the clock, with one of two cores at work on average.
  { name: 'session', of: FLOOR, most: 6 / FLOOR_SECONDS },
  // One thread does nearly all of it: 0.5 s on the clock are 0.5 CPU s.
  { name: 'rejudge', of: FLOOR, most: 0.5 / FLOOR_SECONDS },
  // Likewise, 0.3 s.
  { name: 'build-cards', of: FLOOR, most: 0.3 / FLOOR_SECONDS },
  { name: 'diff', of: FLOOR, most: 0.3 / FLOOR_SECONDS },
  // 5 s and 500 MB for 100 clients with 500 records each, and no more than ten times as much as for 10 clients.
  { name: 'build-cards-100', of: FLOOR, most: 5 / FLOOR_SECONDS },
  { name: 'build-cards-100', of: MEMORY, most: 500 },
  { name: 'build-cards-100', of: 'build-cards-10', most: 10 },
  { name: 'diff-100', of: FLOOR, most: 5 / FLOOR_SECONDS },
  { name: 'diff-100', of: MEMORY, most: 500 },
  { name: 'diff-100', of: 'diff-10', most: 10 },
  // The goal itself.
  { name: 'http-50', of: 'http-1', most: 2, clock: true },
  // 1.3 times the time that the servers need, with both cores at work on either side.
  { name: 'stdio-50', of: 'node-50', most: 1.3 },
];
