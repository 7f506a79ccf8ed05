import type { Connection, JsonObject, ServerEntry } from '../types.ts';
import { ask, type Link } from './ask.ts';
import type { Session } from './eras/era.ts';
import type { Limit } from './limits.ts';
import { listAllTools, offersTools } from './list.ts';
import { createLock } from './lock.ts';

/** The connection that the rest of the client holds, over an open session. */
export function createConnection(
  entry: ServerEntry,
  link: Link,
  session: Session,
  log: (line: string) => void,
): Connection {
  const { client, channel } = link;
  const { rules, revision, capabilities } = session;
  const limit: Limit = { seconds: entry.timeout, key: 'timeout' };
  const alone = createLock();
  const inputSchemas = new Map<string, unknown>();

  const page = (cursor: string | undefined): Promise<JsonObject> =>
    ask(link, {
      method: 'tools/list',
      limit,
      standIn: () => rules.emptyList,
      send: (options) =>
        client.request({ method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }, options),
    });

  return {
    server: entry.name,
    era: rules.name,
    revision,
    capabilities: capabilities ?? {},
    async listTools() {
      if (!offersTools(capabilities)) return [];
      const tools = await alone(() => listAllTools({ server: entry.name, page, fault: rules.listFault, log }));
      inputSchemas.clear();
      for (const tool of tools) inputSchemas.set(tool.name, tool.inputSchema);
      return tools;
    },
    callTool: (name, args) =>
      alone(() =>
        ask(link, {
          method: 'tools/call',
          limit,
          standIn: () => rules.emptyCall,
          send: (options) => rules.call(client, { name, arguments: args }, inputSchemas.get(name), options),
        }),
      ),
    close: () => channel.close(),
  };
}
