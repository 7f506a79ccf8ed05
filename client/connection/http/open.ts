import type { HttpTransport, ServerEntry } from '../../types.ts';
import type { Channel } from '../channel.ts';
import type { ClientInfo } from '../engine.ts';
import { ConnectionError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import type { Flavour } from '../sse/fallback.ts';
import { openStreamable } from './channel.ts';
import { createHttpClient } from './client.ts';

interface Context {
  home: string;
  clientInfo: ClientInfo;
  environment: NodeJS.ProcessEnv;
  log: (line: string) => void;
  signal?: AbortSignal;
  /** The address has been asked before, or needs not be asked, whether an MCP server is there. */
  checked: boolean;
}

/**
 * Opens the way to a server over HTTP: by Streamable HTTP, before the first time of which the address is checked, or by
 * the transport of revision 2024-11-05. Throws ConnectionError `invalid_entry`, `not_mcp`.
 */
export async function openHttp(
  entry: ServerEntry,
  transport: HttpTransport,
  { flavour, ...context }: Context & { flavour: Flavour },
  ledger: Ledger,
): Promise<Channel> {
  const { name } = entry;
  const { clientInfo, log, signal } = context;
  if (flavour === 'sse' && transport.strictRedirectHeaders) {
    const message = `Expected "strict_redirect_headers" only where "transport" is not sse (mcp_servers.${name})`;
    throw new ConnectionError('invalid_entry', message);
  }
  const client = await createHttpClient(name, transport, context);
  try {
    if (flavour === 'sse') {
      const { openSse } = await import('../sse/channel.ts');
      return openSse(entry, { client, log }, ledger);
    }
    if (!context.checked && !transport.skipPreflight && transport.auth !== 'oauth') {
      const { checkEndpoint } = await import('../preflight/check.ts');
      await checkEndpoint(client, { server: name, clientInfo, hide: ledger.hide, signal });
    }
    return openStreamable(entry, { client, log }, ledger);
  } catch (error) {
    client.destroy();
    throw error;
  }
}
