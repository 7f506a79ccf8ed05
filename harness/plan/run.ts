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

/** What tells a run from the others of its client and version. */
export type Place = Pick<Run, 'config' | 'server' | 'transport' | 'scenario'>;

/** A place as it is written: `default/both-stdio/tools.result.mirror`. */
export function runPlace({ config, server, transport, scenario }: Place): string {
  return `${config}/${server}-${transport}/${scenario}`;
}

/** The folder of a run below `runs/`, and the key that its ids are made from. */
export function runKey(run: Run): string {
  return `${run.client}@${run.version}/${runPlace(run)}`;
}
