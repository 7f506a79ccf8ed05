import { Composer, type Document, type ErrorCode, LineCounter, Parser, type YAMLError } from 'yaml';
import { ConfigError } from './error.ts';
import { findTooDeep } from './yaml-depth.ts';
import { buildFaultOf, faultOf } from './yaml-fault.ts';

/** No configuration nests its values deeper, in levels. */
const maxDepth = 100;

/** A YAML text as plain values. */
export interface YamlFile {
  value: unknown;
  /**
   * The keys of the mapping that stands under `key` at the top, in the order of the text. The value itself cannot tell:
   * an object puts keys that look like whole numbers first.
   */
  keysOf(key: string): string[];
}

/**
 * Reads YAML text. Merge keys (`<<`) work, and unknown tags are refused, as in the original client's parser.
 *
 * @param file the name that messages give, with line and column: `config.yaml:3:7`
 * @throws ConfigError `invalid-yaml`; the message quotes nothing of the text, which holds secrets
 */
export function parseYaml(text: string, file: string): YamlFile {
  const lines = new LineCounter();
  const refuse = (code: ErrorCode, offset: number) => {
    const { line, col } = lines.linePos(offset);
    return new ConfigError('invalid-yaml', `Expected valid YAML, got ${faultOf(code)}`, `${file}:${line}:${col}`);
  };
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = findTooDeep(tokens, maxDepth);
  if (deep !== undefined) throw refuse('RESOURCE_EXHAUSTION', deep);
  const options = { prettyErrors: false, merge: true, logLevel: 'error' } as const;
  const [document, second] = new Composer(options).compose(tokens, true, text.length);
  // There is always one: an empty text is an empty document.
  if (document === undefined) return { value: null, keysOf: () => [] };
  const error = firstFault(document);
  if (error !== undefined) throw refuse(error.code, error.pos[0]);
  if (second !== undefined) throw refuse('MULTIPLE_DOCS', second.range[0]);
  try {
    const value: unknown = document.toJS();
    const ordered: unknown = document.toJS({ mapAsMap: true });
    return { value, keysOf: (key) => keysOf(ordered instanceof Map ? ordered.get(key) : undefined) };
  } catch (cause) {
    // Unknown anchors and alias bombs come up only when the values are built, and without a position.
    throw new ConfigError('invalid-yaml', `Expected valid YAML, got ${buildFaultOf(cause)}`, file, { cause });
  }
}

/** A tag that is not known is only a warning to the parser, which then takes the value for something that it is not. */
function firstFault({ errors, warnings }: Document.Parsed): YAMLError | undefined {
  const tags = warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED' || code === 'BAD_COLLECTION_TYPE');
  return [...errors, ...tags].sort((one, other) => one.pos[0] - other.pos[0])[0];
}

function keysOf(mapping: unknown): string[] {
  return mapping instanceof Map ? [...mapping.keys()].map((key) => String(key ?? '')) : [];
}
