import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import { type Exchange, exchange, type Sockets } from './exchange.ts';

const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const METHOD_KEEPING = new Set([307, 308]);
/** Those that the fetch standard calls credentials; no other origin may see them. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization'];

/** What of a request stays behind when a redirect leaves the origin of the entry. */
export interface RedirectPolicy {
  origin: string;
  /** Names of headers, in lower case, that stay behind beside the credentials. */
  keepsBack: string[];
}

/**
 * Sends a request and follows its redirects, at most five. Once one has left the entry's origin (scheme, host, port) the
 * credentials are dropped for good, and with them what the policy keeps back. A request that carries a message, or ends
 * a session, follows only 307 and 308: any other status would turn it into a GET without the message. Throws
 * ConnectionError `redirect_refused`, `unreachable`, or the signal's reason.
 */
export async function exchangeFollowing(
  sockets: Sockets,
  first: Exchange,
  { origin, keepsBack }: RedirectPolicy,
): Promise<IncomingMessage> {
  let { url, headers } = first;
  for (let hops = 0; ; hops++) {
    const answer = await exchange(sockets, { ...first, url, headers });
    const target = targetOf(answer, url);
    if (target === undefined) return answer;
    // Its body is of no use, and may have no end.
    answer.destroy();
    const status = answer.statusCode ?? 0;
    const fault = faultOf({ status, method: first.method, from: url, to: target, hops });
    if (fault !== undefined) {
      const message = `MCP server "${first.server}" answered with a redirect that is not followed: ${fault}`;
      throw new ConnectionError('redirect_refused', message, { httpStatus: status });
    }
    if (target.origin !== origin) headers = without(headers, [...CREDENTIALS, ...keepsBack]);
    url = target;
  }
}

/** Where a redirect leads, with the credentials of the address it comes from as long as the origin is the same. */
function targetOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | undefined {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, base.href)) return undefined;
  const target = new URL(headers.location, base);
  const same = target.origin === base.origin;
  target.username = same ? base.username : '';
  target.password = same ? base.password : '';
  return target;
}

interface Hop {
  status: number;
  method: string;
  from: URL;
  to: URL;
  /** Redirects followed before this one. */
  hops: number;
}

/** Why a redirect is not followed. Of the address only the origin is told: paths and queries may hold keys. */
function faultOf({ status, method, from, to, hops }: Hop): string | undefined {
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return `it leads to a ${to.protocol} address`;
  if (from.protocol === 'https:' && to.protocol === 'http:') return `it leads from https to ${to.origin}`;
  const mayChange = method === 'GET' || method === 'HEAD' || METHOD_KEEPING.has(status);
  if (!mayChange) {
    const advice =
      to.origin === from.origin ? '' : `; set "url" to an address at ${to.origin} if that is the server you mean`;
    return `status ${status} may change the method, only 307 and 308 keep it${advice}`;
  }
  return hops < MAX_HOPS ? undefined : `it is number ${hops + 1} in a row`;
}

function without(headers: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
