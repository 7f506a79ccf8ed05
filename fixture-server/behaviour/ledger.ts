import { appendFileSync } from 'node:fs';
import type { JsonObject } from '../../scenarios/types.ts';

/** A call that was executed. */
export interface Execution {
  tool: string;
  arguments: JsonObject;
}

/** Where executed calls are written down, once each. A call is kept when `executed` returns. */
export interface Ledger {
  executed(call: Execution): void;
}

/** One line of JSON a call, at the end of a file that processes may share. */
export function fileLedger(path: string): Ledger {
  return {
    executed: (call) => appendFileSync(path, `${JSON.stringify({ process: process.pid, ...call })}\n`),
  };
}

export function memoryLedger(): Ledger & { calls: Execution[] } {
  const calls: Execution[] = [];
  return { calls, executed: (call) => void calls.push(call) };
}
