/* Generated from data/schema/asked.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Hosts outside of the machine that a version of a client asked for in its runs, and did not get.
 */
export interface AskedHosts {
  /**
   * Names and addresses, sorted.
   */
  asked: string[];
}
