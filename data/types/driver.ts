/* Generated from data/schema/driver.schema.json by `npm run types`. Edit the schema, not this file. */

/**
 * How a client is started, as data. Strings marked (template) are Handlebars templates without HTML escaping; the context is described in docs/drivers.md.
 */
export interface Driver {
  $schema?: string;
  /**
   * The client's id, the name of this file.
   */
  client: string;
  title: string;
  /**
   * A command that prints the version; the first match of `pattern` (or its first group) in its stdout is the version.
   */
  version: {
    /**
     * @minItems 1
     *
     * Items: (template)
     */
    command: string[];
    pattern: string;
  };
  /**
   * The client's command line, one argument an item (template).
   *
   * @minItems 1
   */
  command: string[];
  /**
   * Set for the client, over a bare PATH and HOME (template).
   */
  environment: {
    [k: string]: string;
  };
  /**
   * Written into the run's home before the client starts.
   */
  files: {
    /**
     * Relative to the run's home.
     */
    path: string;
    /**
     * (template), one line an item.
     */
    template: string[];
  }[];
  dialect: 'openai-chat';
  /**
   * @minItems 1
   */
  transports: ('stdio' | 'http')[];
  /**
   * Named settings of the client; each is the `config` value of the templates.
   */
  configs: {
    [k: string]: {
      [k: string]: string | number | boolean;
    };
  };
  /**
   * The config and transport pairs of the standard matrix.
   *
   * @minItems 1
   */
  matrix: {
    config: string;
    transport: 'stdio' | 'http';
  }[];
  /**
   * Log files of the client, relative to the run's home, that any user could read.
   */
  logs: string[];
  /**
   * What a normal end looks like.
   */
  end: {
    /**
     * @minItems 1
     */
    exitCodes: number[];
  };
}
