/**
 * `unreadable`: the file cannot be read. `invalid-yaml`: it is no YAML. `invalid-value`: a key holds what it must not.
 * `missing-value`: a key that is needed is not there. `suspicious`: an entry does what no honest server needs.
 */
export type ConfigErrorCode = 'unreadable' | 'invalid-yaml' | 'invalid-value' | 'missing-value' | 'suspicious';

/** The configuration is invalid. The message says what was expected, what came and, in brackets, where. */
export class ConfigError extends Error {
  readonly code: ConfigErrorCode;
  /** A dotted path such as `mcp_servers.docs`, or `config.yaml:<line>:<column>`. */
  readonly where: string;
  /** The message without `where`. */
  readonly problem: string;

  constructor(code: ConfigErrorCode, problem: string, where: string, options: { cause?: unknown } = {}) {
    super(`${problem} (${where})`, options);
    this.name = 'ConfigError';
    this.code = code;
    this.where = where;
    this.problem = problem;
  }
}
