import { basename } from 'node:path';

/** A command that fetches a package and runs it. */
export type PackageRunner = 'npx' | 'uvx' | 'pipx';

const RUNNERS: Record<string, PackageRunner> = {
  npx: 'npx',
  'npx.cmd': 'npx',
  uvx: 'uvx',
  'uvx.cmd': 'uvx',
  pipx: 'pipx',
};

/** Which package runner a command is, if it is one; with or without its folder. */
export function packageRunnerOf(command: string): PackageRunner | undefined {
  const name = basename(command.trim());
  return Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
}
