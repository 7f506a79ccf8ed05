/* Generated from data/schema/reviewed.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * What people saw in raw traffic with their own eyes, before they looked at the verdict. rejudge must come to the same.
 */
export interface ReviewedRuns {
  readings: Reading[];
}
export interface Reading {
  date: string;
  /**
   * What stands in the tool message, in plain words.
   */
  note: string;
  /**
   * The run's folder below the folder of runs.
   */
  run: string;
  /**
   * The short form that it deserves (docs/verdicts.md), without the client's words.
   */
  saw: string;
}
