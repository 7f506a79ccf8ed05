import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../types.ts';
import type { Ledger } from './ledger.ts';
import { oneLine } from './text.ts';

/**
 * Makes the function that hands messages to the engine, over the transport that it has opened last. One message that the
 * engine chokes on must not end the reading of the others; it is logged. The function answers with whether there was one.
 */
export function createDeliver(
  server: string,
  transport: () => Transport | undefined,
  { ledger, log }: { ledger: Pick<Ledger, 'answered'>; log: (line: string) => void },
): (message: JsonObject | undefined) => boolean {
  return (message) => {
    if (message === undefined) return false;
    const opened = transport();
    // A request that nobody hears is never answered, and must not count as open for ever.
    const giveUp = () => 'method' in message && ledger.answered(message.id);
    if (opened?.onmessage === undefined) giveUp();
    try {
      opened?.onmessage?.(message as unknown as JSONRPCMessage);
    } catch (error) {
      giveUp();
      log(`MCP server "${server}": ${oneLine(error instanceof Error ? error.message : String(error))}`);
    }
    return true;
  };
}
