import type { Json } from '../../../scenarios/types.ts';
import { isObject, member } from '../../json.ts';

/** RFC 3986 section 3: a scheme, a colon, and none of the characters that a URI may not hold. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/;

/** Whether a member that the specification marks with `format: uri`, which core does not look at, is one or is absent. */
export function isUri(value: Json | undefined): boolean {
  return value === undefined || (typeof value === 'string' && URI.test(value));
}

/** Whether the URIs in a client's description of itself (`clientInfo`) are such. */
export function hasUris(clientInfo: Json | undefined): boolean {
  const icons = member(clientInfo, 'icons');
  const sources = Array.isArray(icons) ? icons.filter(isObject).map(({ src }) => src) : [];
  return [member(clientInfo, 'websiteUrl'), ...sources].every(isUri);
}
