import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from './error.ts';

/**
 * Reads YAML text into plain values. Merge keys (`<<`) work, as they do in the original client's parser.
 *
 * @param file the name that messages give, with line and column: `config.yaml:3:7`
 * @throws ConfigError `invalid-yaml`
 */
export function parseYaml(text: string, file: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new ConfigError('invalid-yaml', `Expected valid YAML, got: ${error.message}`, `${file}:${line}:${col}`, {
      cause: error,
    });
  }
  try {
    return document.toJS();
  } catch (cause) {
    // Unknown anchors and alias bombs come up only when the values are built, and without a position.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError('invalid-yaml', `Expected valid YAML, got: ${reason}`, file, { cause });
  }
}
