import { readFileTool } from '../builtin/read-file.ts';
import type { Config } from '../config/load.ts';
import type { ConnectContext } from '../connection/connect.ts';
import { parseToolSearch } from '../deferred/settings.ts';
import type { Log } from '../home/log.ts';
import type { Environment } from '../home/resolve.ts';
import { toToolMessages } from '../results/message.ts';
import { spillThreshold, turnThreshold } from '../results/spill/threshold.ts';
import type { RegisteredTool } from '../types.ts';
import { AgentError } from './error.ts';
import { runTalk } from './loop.ts';
import { createModel } from './model.ts';
import { createOffers } from './offer.ts';
import type { TalkServers } from './talk-servers.ts';

export interface TalkContext {
  home: string;
  config: Config;
  environment: Environment;
  clientInfo: ConnectContext['clientInfo'];
  /** Answers of the model before the talk is given up. */
  maxTurns: number;
  log: Log;
  /** Servers are asked to tell how far a call is, which is noted in the log. */
  showProgress?: boolean;
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
      await servers?.ready;
      const limits = {
        home,
        resultSizeChars: spillThreshold(contextLength, config.resultSizeChars),
        turnSizeChars: turnThreshold(contextLength),
      };
      const nextOffer = createOffers({
        // Only servers' results are ever saved to files, so that without them there is nothing to read.
        builtin: [readFileTool(home)],
        current: servers?.current ?? (() => none),
        settings,
        contextLength,
        signal,
        log,
      });
      return runTalk(prompt, {
        complete: createModel(config.model, { signal }),
        async offer() {
          // A call may have changed the tools of its server, and the model may have made it for that.
          await servers?.settled();
          return nextOffer();
        },
        toMessages: (answers) => toToolMessages(answers, limits),
        maxTurns,
        signal,
      });
    });
  } finally {
    await servers?.close();
  }
}

const none: readonly RegisteredTool[] = [];

/** The protocol engine is large; without a server to talk to it is never loaded. */
async function openServers(context: TalkContext): Promise<TalkServers | undefined> {
  if (context.config.servers.entries.length === 0) return undefined;
  const { openTalkServers } = await import('./talk-servers.ts');
  return openTalkServers(context);
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
