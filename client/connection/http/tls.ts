import { readFileSync } from 'node:fs';
import type { AgentOptions } from 'node:https';
import type { TlsSettings } from '../../types.ts';
import { ConnectionError } from '../errors.ts';

/**
 * TLS for the entry's own origin, and for others that a redirect leads to: those are checked in the same way, but are not
 * shown the client's certificate.
 */
export interface TlsOptions {
  own: AgentOptions;
  others: AgentOptions;
}

/**
 * The files of an entry's TLS settings as options of a node:https agent, checked by making a TLS context of them. A
 * bundle of authorities stands in the place of Node's own. Throws ConnectionError `invalid_entry`, which names files and
 * never the passphrase.
 */
export async function loadTls(server: string, settings: TlsSettings | undefined): Promise<TlsOptions> {
  if (settings === undefined) return { own: {}, others: {} };
  const { verify, ca, cert, key = cert, passphrase } = settings;
  const read = (setting: string, file: string | undefined) => file && readPem(server, setting, file);
  const others: AgentOptions = {
    ...(verify === false && { rejectUnauthorized: false }),
    ...(ca !== undefined && { ca: read('ssl_verify', ca) }),
  };
  const own: AgentOptions = {
    ...others,
    ...(cert !== undefined && { cert: read('client_cert', cert), key: read('client_key', key) }),
    ...(passphrase !== undefined && { passphrase }),
  };
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext(own);
  } catch (error) {
    const { code = 'no reason' } = error as Error & { code?: string };
    const files = [ca, cert, key].filter((file) => file !== undefined);
    const message = `Expected certificates and a key that fit together in ${files.join(', ')}, got ${code} (mcp_servers.${server})`;
    throw new ConnectionError('invalid_entry', message);
  }
  return { own, others };
}

function readPem(server: string, setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'no reason' } = error as NodeJS.ErrnoException;
    const message = `Expected "${setting}" to name a file that can be read, got ${code} for ${file} (mcp_servers.${server})`;
    throw new ConnectionError('invalid_entry', message, { cause: error });
  }
}
