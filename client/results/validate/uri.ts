// RFC 3986, section 3, by its characters: which of them stand where, not what a host or a port must look like.
// A percent sign stands only before two hex digits, a bracket only around an IP literal. Each part is one character
// class: a group that repeats would run out of stack on a text of megabytes.
const TORN_ENCODING = /%(?![0-9a-f]{2})/i;
const PLAIN = String.raw`\w.~%!$&'()*+,;=:\-`;
const IP_LITERAL = String.raw`//(?:[${PLAIN}]*@)?\[[0-9a-f:.]+\](?::\d*)?(?=[/?#]|$)`;
const QUERY = `[${PLAIN}@/?]*`;
const URI = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]*:(?:${IP_LITERAL})?[${PLAIN}@/]*(?:\?${QUERY})?(?:#${QUERY})?$`,
  'i',
);

/** Whether `text` is a URI with a scheme, the form that the schemas ask for with format `uri`. */
export function isUri(text: string): boolean {
  return URI.test(text) && !TORN_ENCODING.test(text);
}
