import type { CacheHints, Connection, JsonObject, ServerEntry } from '../types.ts';
import { ask, type Link } from './ask.ts';
import type { Session } from './eras/era.ts';
import { ConnectionError } from './errors.ts';
import type { Limit } from './limits.ts';
import { listAllTools, offersTools } from './list.ts';
import { createLock } from './lock.ts';
import { watchTools } from './watch-tools.ts';

const METHOD_NOT_FOUND = -32601;

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
  let hints: CacheHints = {};

  const page = (cursor: string | undefined, within: Limit): Promise<JsonObject> =>
    ask(link, {
      method: 'tools/list',
      limit: within,
      standIn: () => rules.emptyList,
      send: (options) =>
        client.request({ method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }, options),
    });

  async function ping(within: Limit): Promise<unknown> {
    const send = rules.ping?.bind(rules);
    if (send === undefined) {
      const message = `The protocol revision of MCP server "${entry.name}" has no ping`;
      throw new ConnectionError('rejected', message, { rpcCode: METHOD_NOT_FOUND });
    }
    return ask(link, { method: 'ping', limit: within, standIn: () => ({}), send: (options) => send(client, options) });
  }

  const watch = watchTools(entry, link, session);
  return {
    server: entry.name,
    era: rules.name,
    revision,
    capabilities: capabilities ?? {},
    async listTools() {
      if (!offersTools(capabilities)) return [];
      const first = (answer: JsonObject) => {
        hints = rules.cacheHints?.(answer) ?? {};
      };
      const paging = { server: entry.name, first, fault: rules.listFault, log };
      const tools = await alone(() => listAllTools({ ...paging, page: (cursor) => page(cursor, limit) }));
      inputSchemas.clear();
      for (const tool of tools) inputSchemas.set(tool.name, tool.inputSchema);
      return tools;
    },
    cacheHints: () => hints,
    callTool: (name, args, { signal, onProgress } = {}) =>
      alone(() =>
        ask(link, {
          method: 'tools/call',
          limit,
          standIn: () => rules.emptyCall,
          send: (options) => rules.call(client, { name, arguments: args }, inputSchemas.get(name), options),
          signal,
          onProgress,
        }),
      ),
    request: (method, params, { signal } = {}) =>
      alone(() =>
        ask(link, {
          method,
          limit,
          standIn: () => rules.emptyResults[method],
          send: (options) => client.request({ method, params } as never, options),
          signal,
        }),
      ),
    async ping(seconds, by = 'ping') {
      await alone(() => (by === 'ping' ? ping({ seconds }) : page(undefined, { seconds })));
    },
    ...(watch && { watchTools: watch }),
    ended: () => channel.ended(),
    close: () => channel.close(),
  };
}
