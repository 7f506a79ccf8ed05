/** A scenario's name as a table shows it: the part that tells it from its neighbours. */
export function shortName(scenario: string): string {
  return scenario.replace(/^tools\.result\./, '');
}

/** The transport of a run. A server of `both` eras is the usual one and goes without saying. */
export function runOf({ server, transport }: { server: string; transport: string }): string {
  return server === 'both' ? transport : `${server}-${transport}`;
}
