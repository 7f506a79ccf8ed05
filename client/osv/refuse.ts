import type { OsvCheck } from '../config/osv-check.ts';
import { ConnectionError } from '../connection/errors.ts';
import type { PackageRunner } from '../connection/stdio/package-runner.ts';
import { createMalwareCheck } from './check.ts';
import { packagesOf } from './packages.ts';

/** Advisories that an error names. */
const MAX_IDS = 3;

const checkMalware = createMalwareCheck();

interface Context {
  osvCheck: OsvCheck;
  environment: NodeJS.ProcessEnv;
  /** Ends the asking; the command may run then. */
  signal?: AbortSignal | undefined;
}

/**
 * Looks up the packages that a server's command would fetch before it runs. Throws ConnectionError `blocked` when one is
 * known to be malware; where that cannot be found out, the command may run.
 */
export async function refuseMalware(
  server: string,
  { runner, args }: { runner: PackageRunner; args: readonly string[] },
  { osvCheck, environment, signal }: Context,
  check = checkMalware,
): Promise<void> {
  const wanted = packagesOf(runner, args);
  const found = await Promise.all(wanted.map((one) => check(one, { ...osvCheck, environment, signal })));
  for (const [index, { name, ecosystem }] of wanted.entries()) {
    const ids = found[index] ?? [];
    if (ids.length === 0) continue;
    const shown = [...ids.slice(0, MAX_IDS), ...(ids.length > MAX_IDS ? ['…'] : [])].join(', ');
    const message = `MCP server "${server}" was not started: the ${ecosystem} package "${name}" is reported as malware (${shown})`;
    throw new ConnectionError('blocked', message);
  }
}
