import type { Duplex } from 'node:stream';

/** Where a proxy listens, as options of a request to it. */
export function placeOf({ protocol, hostname, port }: URL): { protocol: string; host: string; port: number } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol, host, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** The credentials of an address as a header of the Basic scheme; nothing where it has none. */
export function basic({ username, password }: URL, field = 'proxy-authorization'): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { [field]: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Opens a connection to `host:port` by CONNECT (RFC 9110, 9.3.6). Throws what the socket throws, or why the proxy refused. */
export async function dialTunnel(proxy: URL, host: string, port: number, signal: AbortSignal): Promise<Duplex> {
  const { request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const headers = { host: path, ...basic(proxy) };
    const asked = request({ ...placeOf(proxy), method: 'CONNECT', path, headers, agent: false, signal });
    asked.once('connect', ({ statusCode = 0 }, socket: Duplex, early: Buffer) => {
      if (statusCode >= 200 && statusCode < 300 && early.length === 0) return resolve(socket);
      socket.destroy();
      const got = early.length > 0 ? 'bytes before they were due' : `HTTP status ${statusCode}`;
      reject(new Error(`expected a connection, got ${got}`));
    });
    asked.once('error', reject);
    asked.once('close', () => reject(new Error('the proxy closed the connection without an answer')));
    asked.end();
  });
}
