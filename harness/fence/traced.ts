import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { canonicalHost, isLoopback } from './host.ts';

/** Where the processes of a traced command wanted to go. */
export interface Connects {
  /** How many calls went to the loopback. */
  loopback: number;
  /** Other addresses, sorted, each once. */
  other: string[];
}

// A datagram needs no connect. Strings are cut to nothing: they are not ours to keep.
const OPTIONS = ['-f', '-qq', '-s', '0', '-e', 'signal=none', '-e', 'trace=connect,sendto,sendmsg,sendmmsg'];
// In strings of the traced program strace puts a backslash before a quote: none of them looks like this.
const ADDRESS = /\binet_(?:addr\(|pton\(AF_INET6, )"([^"\\]*)"/g;

/** The command line that runs `command` under strace, which writes each connect of its processes to `file`. */
export function tracedCommand(command: string[], file: string): [string, ...string[]] {
  return ['strace', ...OPTIONS, '-o', file, '--', ...command];
}

/** Reads what a {@link tracedCommand} has written. */
export async function readConnects(file: string): Promise<Connects> {
  let loopback = 0;
  const other = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    for (const [, address = ''] of line.matchAll(ADDRESS)) {
      const host = canonicalHost(address) ?? address;
      if (isLoopback(host)) loopback += 1;
      else other.add(host);
    }
  }
  return { loopback, other: [...other].sort() };
}
