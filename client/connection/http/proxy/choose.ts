import { readVariable, toAddress } from './address.ts';
import { isExempt } from './exempt.ts';
import { isLoopback } from './loopback.ts';

const KNOWN = new Set(['http:', 'https:', 'socks:', 'socks5:', 'socks5h:']);

/**
 * The proxy that the environment names for an address: `http_proxy` or `https_proxy` by its scheme, else `all_proxy`,
 * each of them in lower case first and then in upper case. None for this machine itself and for what `no_proxy` names.
 * Throws when the proxy is of a kind that is not spoken: to go without it would show the request to a network that it was
 * to be kept from.
 */
export function chooseProxy(target: URL, environment: NodeJS.ProcessEnv): URL | undefined {
  const read = (name: string) => readVariable(name, environment);
  const scheme = `${target.protocol.slice(0, -1)}_proxy`;
  const named = [scheme, 'all_proxy'].find((name) => read(name));
  if (named === undefined || isLoopback(target.hostname) || isExempt(target, read('no_proxy') ?? '')) return undefined;
  const proxy = readProxy(read(named) ?? '');
  if (proxy !== undefined) return proxy;
  // The value is not shown: it may hold a password.
  throw new Error(`expected ${named.toUpperCase()} to be the address of an http, https or socks5 proxy, got another`);
}

function readProxy(value: string): URL | undefined {
  const address = toAddress(value);
  if (!URL.canParse(address)) return undefined;
  const proxy = new URL(address);
  return KNOWN.has(proxy.protocol) && proxy.hostname !== '' ? proxy : undefined;
}
