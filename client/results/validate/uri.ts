// RFC 3986, section 3, by its characters: which of them stand where, not what a host or a port must look like.
// A percent sign stands only before two hex digits, a bracket only around an IP literal.
const ENCODED = '%[0-9a-f]{2}';
// For a character class, in which the hyphen is escaped.
const PLAIN = String.raw`\w.~!$&'()*+,;=:\-`;
const IP_LITERAL = String.raw`//(?:(?:[${PLAIN}]|${ENCODED})*@)?\[[0-9a-f:.]+\](?::\d*)?(?=[/?#]|$)`;
const PATH = `(?:[${PLAIN}@/]|${ENCODED})*`;
const QUERY = `(?:[${PLAIN}@/?]|${ENCODED})*`;
const URI = new RegExp(String.raw`^[a-z][a-z0-9+.-]*:(?:${IP_LITERAL})?${PATH}(?:\?${QUERY})?(?:#${QUERY})?$`, 'i');

/** Whether `text` is a URI with a scheme, the form that the schemas ask for with format `uri`. */
export function isUri(text: string): boolean {
  return URI.test(text);
}
