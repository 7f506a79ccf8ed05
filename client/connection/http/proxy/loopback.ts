/** Whether the host of an address (`hostname` of a URL) is this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  // A URL writes an IPv4 address out, and one inside IPv6 in hexadecimal.
  return /^127\.\d+\.\d+\.\d+$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}
