import { URL } from 'node:url';

const MAX_LENGTH = 253;
/** Wider than what may be registered: service names (`_http._tcp.…`) are asked for too. */
const HOST = /^[a-z0-9_.:-]+$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1?|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}|::ffff:0:0)$/;

/**
 * A host in the one spelling that is kept: lower case, Punycode, an address in its shortest form and without brackets and
 * zone. Undefined for what names no host, so that nothing else of what a client says can get into a list of names.
 */
export function canonicalHost(text: string): string | undefined {
  // Before anything else looks at it.
  if (text.length > MAX_LENGTH) return undefined;
  const bare = text
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^([\da-f:.]*:[\da-f:.]*)%[\w.-]+$/i, '$1')
    .replace(/\.$/, '');
  if (bare === '' || /[\s/\\?#@%]/.test(bare)) return undefined;
  try {
    const { hostname } = new URL(`http://${bare.includes(':') ? `[${bare}]` : bare}`);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    return host.length <= MAX_LENGTH && HOST.test(host) ? host : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a host, in its canonical spelling, is this machine: the unspecified address is reached there too. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
