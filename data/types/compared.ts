/* Generated from data/schema/compared.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * What the card of a client compares its newest verdicts with, and why they differ.
 */
export interface ComparedClient {
  client: string;
  explanations: Explanation[];
  /**
   * `<client>@<version>` or `published/<file>`, as diff names them.
   *
   * @minItems 1
   */
  with: string[];
}
export interface Explanation {
  scenario: string;
  /**
   * Why, in our words; Markdown is not.
   */
  text: string;
}
