import { describe } from '../config/describe.ts';
import type { RegisteredTool } from '../types.ts';

/**
 * The tools of all servers, in the order of the servers. A name that two of them have stays with the first; nothing is
 * renamed to make room (the original client's rule). Once it was offered it stays with its owner for as long as that one
 * has it: a server that connects late cannot slip itself in behind a name that the model knows.
 *
 * @param warn is told of each tool that is left out
 * @param owners who holds which name, from one time to the next
 */
export function mergeTools<Server extends { name: string; tools(): readonly RegisteredTool[] }>(
  servers: readonly Server[],
  warn: (server: Server, message: string) => void,
  owners: Map<string, string> = new Map(),
): RegisteredTool[] {
  const has = (owner: string, name: string): boolean =>
    servers.some((server) => server.name === owner && server.tools().some((tool) => tool.name === name));
  const merged = new Map<string, RegisteredTool>();
  for (const server of servers) {
    for (const tool of server.tools()) {
      const { name } = tool;
      const owner = owners.get(name);
      if (owner === undefined || owner === server.name || !has(owner, name)) {
        owners.set(name, server.name);
        merged.set(name, tool);
        continue;
      }
      warn(
        server,
        `Expected the name ${name} to be free, got a tool that holds it; that of ${describe(server.name)} is skipped`,
      );
    }
  }
  return [...merged.values()];
}
