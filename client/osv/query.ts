import type { OsvCheck } from '../config/osv-check.ts';
import { readBody } from '../connection/http/body.ts';
import { exchange } from '../connection/http/exchange.ts';
import { createSockets } from '../connection/http/sockets.ts';
import type { Package } from './packages.ts';

/** Our name to the database. */
const USER_AGENT = 'hermes-style-client osv-check';
/** An advisory about malware, in a list that is mostly of vulnerabilities. */
const MALWARE = /^MAL-[\w-]{1,60}$/;

export interface Asking {
  endpoint: OsvCheck['endpoint'];
  /** Where proxies are named. */
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/**
 * Asks an OSV database (https://google.github.io/osv.dev/post-v1-query) for the advisories that call a package malware,
 * and answers with their ids. Throws when there is no such answer.
 */
export async function askForMalware(
  { name, ecosystem, version }: Package,
  { endpoint, environment, signal }: Asking,
): Promise<string[]> {
  const url = new URL(endpoint);
  const sockets = createSockets({ origin: url.origin, tls: { own: {}, others: {} }, environment });
  try {
    const answer = await exchange(sockets, {
      server: url.host,
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': USER_AGENT },
      body: JSON.stringify({ package: { name, ecosystem }, ...(version !== undefined && { version }) }),
      signals: [signal],
    });
    const body = await readBody(url.host, answer);
    if (answer.statusCode !== 200) throw new Error(`Expected HTTP status 200, got ${answer.statusCode}`);
    return idsOf(JSON.parse(body)).filter((id) => MALWARE.test(id));
  } finally {
    sockets.destroy();
  }
}

/** `{}` is the answer for a package without any. */
function idsOf(answer: unknown): string[] {
  const { vulns = [] } = answer as { vulns?: unknown };
  if (!Array.isArray(vulns)) throw new TypeError('Expected "vulns" to be a list');
  return vulns.map(({ id }: { id?: unknown }) => {
    if (typeof id !== 'string') throw new TypeError('Expected every advisory to have an id');
    return id;
  });
}
