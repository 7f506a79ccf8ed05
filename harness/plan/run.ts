import type { ServerMode, Transport } from '../../scenarios/types.ts';

/** What identifies a run: the same values give the same folder, the same ids and the same bytes. */
export interface Run {
  client: string;
  version: string;
  config: string;
  server: ServerMode;
  transport: Transport;
  scenario: string;
}

/** The folder of a run below `runs/`, and the key that its ids are made from. */
export function runKey({ client, version, config, server, transport, scenario }: Run): string {
  return `${client}@${version}/${config}/${server}-${transport}/${scenario}`;
}
