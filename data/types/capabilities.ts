/* Generated from data/schema/capabilities.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Every capability that a record can prove, in the order of a card's table. A dot in an id leads from parent to child.
 */
export interface CapabilityTree {
  /**
   * @minItems 1
   */
  capabilities: Capability[];
}
export interface Capability {
  id: string;
  /**
   * `group`: a heading with no status; `capability`: a row of the table; `evidence`: records may name it, the table has no row for it.
   */
  kind: 'group' | 'capability' | 'evidence';
  /**
   * One line: what a client with this capability does.
   */
  meaning: string;
  /**
   * As the table shows it.
   */
  title: string;
}
