/** What one measurement says: CPU seconds (user and system) and seconds on the clock. */
export interface Figure {
  cpu: number;
  wall: number;
  /** The most memory that the process itself had at once, in MB of 10^6 bytes, where that was asked for. */
  memory?: number;
}

/** One thing that is measured. */
export interface Case {
  name: string;
  title: string;
  /** Throws CaseFailed when what was measured did not do its work: its figure would say nothing. */
  measure: () => Promise<Figure>;
}

/** A program that is measured did not end as it should, or not do what it is there for. */
export class CaseFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaseFailed';
  }
}
