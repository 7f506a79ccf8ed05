import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import { type Exchange, exchange, type Sockets } from './exchange.ts';

const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const METHOD_KEEPING = new Set([307, 308]);

/**
 * Sends a request and follows redirects that keep the method and stay within the origin. Every other redirect is
 * refused, so that the entry's headers, Authorization among them, never reach a server that the entry does not name.
 * Throws ConnectionError `redirect_refused`, `unreachable`, or the signal's reason.
 */
export async function exchangeWithinOrigin(sockets: Sockets, first: Exchange): Promise<IncomingMessage> {
  let { url } = first;
  for (let hops = 0; ; hops++) {
    const answer = await exchange(sockets, { ...first, url });
    const target = targetOf(answer, url);
    if (target === undefined) return answer;
    const status = answer.statusCode ?? 0;
    const fault = faultOf(status, url, target, hops);
    // Its body is of no use, and may have no end.
    answer.destroy();
    if (fault !== undefined) {
      const message = `MCP server "${first.server}" answered with a redirect that is not followed: ${fault}`;
      throw new ConnectionError('redirect_refused', message, { httpStatus: status });
    }
    url = target;
  }
}

function targetOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | undefined {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined;
  return URL.canParse(headers.location, base.href) ? new URL(headers.location, base) : undefined;
}

/** Why a redirect is not followed. Of the address only the origin is told: paths and queries may hold keys. */
function faultOf(status: number, from: URL, to: URL, hops: number): string | undefined {
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return `it leads to a ${to.protocol} address`;
  if (to.origin !== from.origin)
    return `it leads to ${to.origin}; set "url" to an address there if that is the server you mean`;
  if (to.username !== from.username || to.password !== from.password) return 'it names other credentials';
  if (!METHOD_KEEPING.has(status)) return `status ${status} may change the method, only 307 and 308 keep it`;
  return hops < MAX_HOPS ? undefined : `it is number ${hops + 1} in a row`;
}
