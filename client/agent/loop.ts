import type { ToolAnswer } from '../results/message.ts';
import type { ToolMessage } from '../types.ts';
import { type BatchItem, runBatch } from './batch.ts';
import { AgentError } from './error.ts';
import { openingMessages } from './messages.ts';
import type { Complete } from './model.ts';
import type { Offer } from './offer.ts';

/** What a tool call of the model comes to. */
export interface Dispatched {
  /** The tool that answers; behind the search bridge, the tool that the bridge was asked to call. */
  toolName: string;
  parallel: boolean;
  /** Gives the text for the model. Never throws. */
  run: () => Promise<string>;
}

/** What a talk is made of. */
export interface TalkParts {
  complete: Complete;
  /** What the model is offered on the turn that begins. It does not change before the next one. */
  offer: () => Promise<Offer>;
  /** The messages that answer all calls of one turn, in order. */
  toMessages: (answers: readonly ToolAnswer[]) => ToolMessage[];
  /** Answers of the model before the talk is given up. */
  maxTurns: number;
  /** Once it aborts no further call is begun. */
  signal?: AbortSignal;
}

/**
 * Talks to the model until it answers without asking for a tool, and gives that answer's text. Its messages go back as
 * it emitted them, each followed by one tool message a call, in the order of the calls.
 *
 * @throws AgentError
 */
export async function runTalk(prompt: string, parts: TalkParts): Promise<string> {
  const { complete, offer, toMessages, maxTurns, signal } = parts;
  let { definitions, bridge, dispatch } = await offer();
  const messages = openingMessages(prompt, bridge ? 'bridge' : definitions.length > 0 ? 'direct' : 'none');
  for (let turn = 0; turn < maxTurns; turn += 1) {
    if (turn > 0) ({ definitions, dispatch } = await offer());
    const { message, text, calls } = await complete(messages, definitions);
    if (calls.length === 0) return text;
    const items: BatchItem<ToolAnswer>[] = [];
    for (const call of calls) {
      const { toolName, parallel, run } = await dispatch(call);
      items.push({ parallel, run: async () => ({ toolName, callId: call.id, content: await run() }) });
    }
    messages.push(message, ...toMessages(await runBatch(items, signal)));
  }
  throw new AgentError('turn-limit', `Expected a final answer within ${maxTurns} turns, got tool calls in all of them`);
}
