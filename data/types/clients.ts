/* Generated from data/schema/clients.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * What is known of a client apart from what our own runs show. No status stands here for a version that we run: ingest derives those.
 */
export interface ClientRegistry {
  clients: ClientEntry[];
}
export interface ClientEntry {
  category: 'cli' | 'desktop' | 'ide' | 'library' | 'web';
  description: string;
  evidence: TypedEvidence[];
  home?: string;
  /**
   * The client's id: the name of its driver, overlay and card.
   */
  id: string;
  /**
   * SPDX identifier; null where none is known.
   */
  licence: string | null;
  /**
   * By capability: what its status leaves out, in our words, beside what ingest derives.
   */
  notes: {
    [k: string]: string;
  };
  /**
   * The npm package that holds the client.
   */
  package?: string;
  readings: Reading[];
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
/**
 * A status that somebody found, in our words.
 */
export interface TypedEvidence {
  capability: string;
  clientVersion: string;
  date: string;
  /**
   * Rests on the evidence of the parent capability.
   */
  inherited?: true;
  /**
   * What the status leaves out; null where it leaves out nothing.
   */
  note: string | null;
  /**
   * The revisions that it was found for, oldest first.
   *
   * @minItems 1
   */
  revisions: string[];
  /**
   * A reading of this entry, by its commit, or a publication.
   */
  source:
    | {
        reading: string;
      }
    | {
        publication: Publication;
      };
  /**
   * `untested`: somebody looked and could not tell; the note says why.
   */
  status: 'full' | 'partial' | 'unsupported' | 'untested';
  /**
   * `read` in the source, `declared` on the wire or in a manifest, `claimed` by its documents.
   */
  tier: 'read' | 'declared' | 'claimed';
}
export interface Publication {
  /**
   * When it was last changed.
   */
  date: string;
  publisher: string;
  title: string;
  url: string;
}
/**
 * Somebody read the source of the client at one commit.
 */
export interface Reading {
  /**
   * When the commit was written.
   */
  authored: string;
  branch: string;
  clientVersion: string;
  commit: string;
  /**
   * When it was read.
   */
  date: string;
  /**
   * @minItems 1
   */
  paths: string[];
  /**
   * The systems that the source names.
   */
  platforms: ('linux' | 'macos' | 'windows' | 'android' | 'ios' | 'web')[];
  /**
   * The revision that it negotiates when it can choose.
   */
  prefers: string | null;
  /**
   * Where the reader published what was read; null where we read it.
   */
  publication: null | Publication;
  repository: string;
  sdk: null | ReadSdk;
  /**
   * The revisions that it speaks, oldest first.
   */
  speaks: string[];
}
export interface ReadSdk {
  /**
   * The version range in its manifest.
   */
  declared: string;
  /**
   * What these members leave out, in our words.
   */
  note: string | null;
  official: boolean;
  package: string;
  patched: boolean;
  /**
   * The version in its lock file.
   */
  resolved: string | null;
  title: string;
}
