import type { Installed as InstalledVersion } from '../install/install.ts';
import type { DriverContext } from './driven.ts';

/** Where the parts of a client are that was made ready to run. */
export type Installed = Omit<InstalledVersion, 'version'>;

/** A client that is there without being installed. */
export const NOTHING_INSTALLED: Installed = {
  node: process.execPath,
  folder: undefined,
  host: undefined,
  program: undefined,
};

/** What templates call these places. */
export function placesOf({
  node,
  folder,
  host,
  program,
}: Installed): Pick<DriverContext, 'node' | 'install' | 'host' | 'program'> {
  return { node, install: folder ?? '', host: host ?? '', program: program ?? '' };
}
