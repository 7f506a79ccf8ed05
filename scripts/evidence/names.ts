import type { VerifiedRecord } from '../../data/types/verified.ts';

/** A scenario's name as a table shows it: the part that tells it from its neighbours. */
export function shortName(scenario: string): string {
  return scenario.replace(/^tools\.result\./, '');
}

/** The transport of a run. A server of `both` eras is the usual one and goes without saying. */
export function runOf({ server, transport }: { server: VerifiedRecord['server']; transport: string }): string {
  return server === 'both' ? transport : `${server}-${transport}`;
}
