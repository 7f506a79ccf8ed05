import type { ErrorCode } from 'yaml';

// The parser's own messages quote the text around a fault, which may be a secret.
const faults: Record<ErrorCode, string> = {
  ALIAS_PROPS: 'an alias with a tag or an anchor of its own',
  BAD_ALIAS: 'an alias (*) whose name is not valid; a value that begins with * needs quotes',
  BAD_COLLECTION_TYPE: 'a tag (!) that does not fit its value',
  BAD_DIRECTIVE: 'a directive (%) that is not valid',
  BAD_DQ_ESCAPE: 'a backslash in double quotes that begins no known escape',
  BAD_INDENT: 'a line or a bracket that is not indented like its neighbours',
  BAD_PROP_ORDER: 'a tag or an anchor in the wrong place',
  BAD_SCALAR_START: 'a value that begins with a reserved character and needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping or a list where a value on one line belongs',
  BLOCK_IN_FLOW: 'a second colon, or an indented mapping or list, inside of brackets',
  DUPLICATE_KEY: 'a key that its mapping has already',
  IMPOSSIBLE: 'a text that cannot be taken apart',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'a missing quote, bracket, comma or colon',
  MULTILINE_IMPLICIT_KEY: 'a key that goes over several lines',
  MULTIPLE_ANCHORS: 'two anchors (&) on one value',
  MULTIPLE_DOCS: 'a second document after ---',
  MULTIPLE_TAGS: 'two tags (!) on one value',
  NON_STRING_KEY: 'a key that is no string',
  RESOURCE_EXHAUSTION: 'values that are nested too deeply',
  TAB_AS_INDENT: 'a tab in the indentation',
  TAG_RESOLVE_FAILED: 'a tag (!) that is not known; a value that begins with ! needs quotes',
  UNEXPECTED_TOKEN: 'something that does not belong there',
};

/** What is wrong with a YAML text, in words that quote nothing of it. */
export function faultOf(code: ErrorCode): string {
  return faults[code];
}

/** The same for what comes up only when values are built, and without a code. */
export function buildFaultOf(error: unknown): string {
  if (error instanceof RangeError) return faults.RESOURCE_EXHAUSTION;
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Unresolved alias')) {
    return 'an alias (*) of an anchor that is not there; a value that begins with * needs quotes';
  }
  if (message.startsWith('Excessive alias count')) return 'so many aliases that the values would have no end';
  if (message.startsWith('Merge sources')) return 'a merge (<<) of something that is no mapping';
  return faults.IMPOSSIBLE;
}
