/* Generated from data/schema/published.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Verdicts that somebody else published, in our names for scenarios and servers.
 */
export interface PublishedVerdicts {
  client: string;
  clientVersion: string;
  source: {
    publisher: string;
    title: string;
    url: string;
    /**
     * When the published page was last updated.
     */
    date: string;
  };
  records: PublishedRecord[];
}
export interface PublishedRecord {
  capability: string;
  config: string;
  protocolVersion: string;
  /**
   * Where the publisher keeps the record.
   */
  recordPath: string;
  scenario: string;
  server: 'both' | 'handshake' | 'stateless';
  transport: 'stdio' | 'http' | 'sse';
  /**
   * The short form.
   */
  verdict: string;
}
