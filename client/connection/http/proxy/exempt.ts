import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY names the host of an address. Its items, between commas or spaces: `*`, a host (which stands for its
 * subdomains as well, with or without a dot before it), `*.host` for the subdomains alone, an IP address, or a network
 * like `10.0.0.0/8`; each but a network may end in `:port`.
 */
export function isExempt(target: URL, noProxy: string): boolean {
  const host = bare(target.hostname);
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((item) => item !== '' && names(item, host, port));
}

function names(item: string, host: string, port: string): boolean {
  if (item === '*') return true;
  if (item.includes('/')) return isWithin(host, item);
  // Of what holds several colons and no brackets, none is before a port: it is an IPv6 address.
  const [, name = item, only] = /^(\[.+\]|[^:]+):(\d+)$/.exec(item) ?? [];
  if (only !== undefined && only !== port) return false;
  const wanted = bare(name);
  if (isIP(wanted) !== 0) return isWithin(host, `${wanted}/${isIP(wanted) === 6 ? 128 : 32}`);
  if (isIP(host) !== 0) return false;
  if (wanted.startsWith('*.')) return host.endsWith(wanted.slice(1));
  const domain = wanted.replace(/^\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}

function isWithin(host: string, network: string): boolean {
  const [written = '', bits = ''] = network.split('/');
  const address = bare(written);
  // A list would also find an IPv4 address in a network of IPv6.
  if (isIP(host) === 0 || isIP(host) !== isIP(address)) return false;
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    list.addSubnet(address, Number.parseInt(bits, 10), family);
  } catch {
    return false;
  }
  return list.check(host, family);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
