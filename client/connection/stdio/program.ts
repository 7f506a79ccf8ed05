import { type Command, resolveCommand } from './command.ts';
import { childEnvironment } from './environment.ts';
import { packageRunnerOf } from './package-runner.ts';
import type { ServerCommand, StartContext } from './server-process.ts';

/** What is really started for an entry. */
interface Program extends Command {
  args: string[];
}

/**
 * Finds the program of an entry. The packages of a package runner are looked up in a list of malware first, and one that
 * npx has already is started without npx. Throws ConnectionError `spawn_failed`, `blocked`.
 */
export async function findProgram(
  server: string,
  { command, args, env, cwd }: ServerCommand,
  { home, environment: parent, osvCheck, signal }: StartContext,
): Promise<Program> {
  const environment = childEnvironment(parent, env);
  const where = { server, home, environment, ...(cwd !== undefined && { cwd }) };
  const runner = packageRunnerOf(command);
  if (runner !== undefined && osvCheck !== undefined) {
    const { refuseMalware } = await import('../../osv/refuse.ts');
    await refuseMalware(server, { runner, args }, { osvCheck, environment: parent, signal });
  }
  const found = resolveCommand(command, where);
  if (runner !== 'npx') return { ...found, args };
  const { findCached } = await import('./npx-cache.ts');
  const cached = findCached(args, { npx: found.file, environment: found.environment, cwd });
  if (cached === undefined) return { ...found, args };
  if (!cached.byNode) return { ...found, file: cached.file, args: cached.args };
  const node = resolveCommand('node', { ...where, environment: found.environment });
  return { ...node, args: [cached.file, ...cached.args] };
}
