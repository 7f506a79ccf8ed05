import { readFileTool } from '../builtin/read-file.ts';
import type { Config } from '../config/load.ts';
import type { ConnectContext } from '../connection/connect.ts';
import { assembleTools } from '../deferred/assemble.ts';
import { parseToolSearch } from '../deferred/settings.ts';
import type { Log } from '../home/log.ts';
import type { Environment } from '../home/resolve.ts';
import { toToolMessages } from '../results/message.ts';
import { spillThreshold, turnThreshold } from '../results/spill/threshold.ts';
import { createDispatcher } from './dispatch.ts';
import { AgentError } from './error.ts';
import { runTalk } from './loop.ts';
import { createModel } from './model.ts';
import type { ServerGroup } from './servers.ts';

export interface TalkContext {
  home: string;
  config: Config;
  environment: Environment;
  clientInfo: ConnectContext['clientInfo'];
  /** Answers of the model before the talk is given up. */
  maxTurns: number;
  log: Log;
  /** Ends the talk when the user interrupts. */
  signal: AbortSignal;
}

/**
 * Answers one prompt: connects to the servers, lets the model work with their tools until it answers, and closes all.
 * A server that cannot be used is reported and left out; the talk goes on without it.
 *
 * @throws AgentError
 */
export async function talk(prompt: string, context: TalkContext): Promise<string> {
  const { home, config, maxTurns, log, signal } = context;
  const { contextLength } = config.model;
  for (const { name, error } of config.servers.refused)
    log('error', `MCP server '${name}' is left out: ${error.message}`);
  const settings = parseToolSearch(config.toolSearch, (message) => log('warning', message));
  const servers = await openServers(context);
  try {
    return await untilAborted(signal, async () => {
      const serverTools = (await servers?.tools) ?? [];
      // Only servers' results are ever saved to files, so that without them there is nothing to read.
      const tools = serverTools.length > 0 ? [readFileTool(home), ...serverTools] : [];
      const assembled = assembleTools(tools, settings, contextLength);
      log('info', `${assembled.direct.length} tools offered directly, ${assembled.deferred.length} through search`);
      const limits = {
        home,
        resultSizeChars: spillThreshold(contextLength, config.resultSizeChars),
        turnSizeChars: turnThreshold(contextLength),
      };
      return runTalk(prompt, {
        complete: createModel(config.model, { signal }),
        definitions: assembled.definitions,
        bridge: assembled.deferred.length > 0,
        dispatch: createDispatcher(assembled, settings),
        toMessages: (answers) => toToolMessages(answers, limits),
        maxTurns,
      });
    });
  } finally {
    await servers?.close();
  }
}

/** The protocol engine is large; without a server to talk to it is never loaded. */
async function openServers(context: TalkContext): Promise<ServerGroup | undefined> {
  const { entries } = context.config.servers;
  if (entries.length === 0) return undefined;
  const { connectServers } = await import('./servers.ts');
  return connectServers(entries, context);
}

/** What `work` gives, or the error of an interrupted talk as soon as `signal` aborts; the work is then left to itself. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const give = () => reject(new AgentError('interrupted', 'The talk was interrupted'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
  return Promise.race([work(), aborted]);
}
