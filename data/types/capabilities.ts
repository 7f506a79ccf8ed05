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
   * What a run of the probe looks at to tell; null for a group, and where no scenario asks yet.
   */
  measured: string | null;
  /**
   * By revision: the page of the specification, with its section, relative to https://modelcontextprotocol.io/specification/<revision>/. A revision that does not know the capability has no entry.
   */
  specification: {
    '2024-11-05'?: string;
    '2025-03-26'?: string;
    '2025-06-18'?: string;
    '2025-11-25'?: string;
    '2026-07-28'?: string;
  };
  /**
   * As the table shows it.
   */
  title: string;
}
