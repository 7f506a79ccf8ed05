/* Generated from data/schema/published.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * Verdicts, and a table of capabilities, that somebody else published, in our names for scenarios and servers.
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
  /**
   * The rows of its table of capabilities, in its order.
   */
  capabilities?: PublishedCapability[];
  /**
   * Where it says that tiers of evidence disagree.
   */
  disagreements?: PublishedDisagreement[];
  records: PublishedRecord[];
}
export interface PublishedCapability {
  at: string | null;
  group: boolean;
  id: string;
  inherited: boolean;
  knownBy: ('probed' | 'read' | 'declared' | 'claimed')[];
  status: 'full' | 'partial' | 'unsupported' | 'untested' | null;
}
export interface PublishedDisagreement {
  at: string;
  capability: string;
  /**
   * What the declared tier says.
   */
  declared: 'full' | 'partial' | 'unsupported';
  recorded: 'full' | 'partial' | 'unsupported';
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
