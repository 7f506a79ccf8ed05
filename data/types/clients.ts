/* Generated from data/schema/clients.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * What is known of a client before it is run. Nothing that evidence can tell stands here.
 */
export interface ClientRegistry {
  clients: ClientEntry[];
}
export interface ClientEntry {
  category: 'cli' | 'desktop' | 'ide' | 'library' | 'web';
  description: string;
  /**
   * The client's id: the name of its driver, overlay and card.
   */
  id: string;
  /**
   * SPDX identifier; null where none is known.
   */
  licence: string | null;
  /**
   * The npm package that holds the client.
   */
  package?: string;
  /**
   * The MCP SDK under the client; null where it has none. Its version is read from the driver's install, or from package-lock.json.
   */
  sdk: null | {
    package: string;
    title: string;
  };
  /**
   * Where the source is published; null where nowhere.
   */
  source: string | null;
  title: string;
  vendor: string;
  /**
   * The clientInfo.name values that servers see.
   *
   * @minItems 1
   */
  wireNames: string[];
}
