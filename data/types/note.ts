/* Generated from data/schema/note.schema.json by `npm run types`. Edit the schema, not this file. */

export type NoteSource = RepositorySource | RunSource | PageSource;

/**
 * Something worth knowing that no table has room for, in our words. Its file is data/notes/<id>.json.
 */
export interface ResearchNote {
  /**
   * Ids of data/capabilities.json that it touches.
   *
   * @minItems 1
   */
  capabilities: string[];
  /**
   * Ids of data/clients.json that it touches; their cards list it.
   *
   * @minItems 1
   */
  clients: string[];
  /**
   * When it was last changed.
   */
  date: string;
  id: string;
  /**
   * `idiosyncrasy`: only this client does so; `nuance`: a status does not tell it; `gap`: what is said and what is done differ; `in-flight`: the specification is still being decided.
   */
  kind: 'idiosyncrasy' | 'nuance' | 'gap' | 'in-flight';
  /**
   * The revision that it is about; null where it is about no single one.
   */
  revision: string | null;
  /**
   * @minItems 1
   */
  sources: NoteSource[];
  /**
   * Two or three sentences for a card.
   */
  summary: string;
  /**
   * The note, a paragraph each. Plain text; code stands between grave accents.
   *
   * @minItems 1
   */
  text: string[];
  title: string;
}
export interface RepositorySource {
  commit: string;
  date: string;
  path: string;
  repository: string;
}
export interface RunSource {
  /**
   * A folder of a run, relative to the repository.
   */
  run: string;
}
export interface PageSource {
  date: string;
  publisher: string;
  title: string;
  url: string;
}
