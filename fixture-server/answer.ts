import type { ServingPlan } from '../scenarios/types.ts';
import type { Era, Peer } from './eras/era.ts';
import type { Frame, Message } from './frame.ts';
import { errorReply, INVALID_REQUEST, type Reply } from './rpc.ts';

// Answers can be much longer than the calls that ask for them, so the length of a frame alone does not bound a batch.
const MAX_BATCH_MESSAGES = 100;

/**
 * Answers one frame in one era: `undefined` where nothing is answered (notifications, responses). A batch is answered
 * by the array of its answers (2025-03-26 Transports); an answer that is no JSON stands in it as it is.
 */
export function answerFrame(frame: Frame, era: Era, plan: ServingPlan, peer: Peer): Reply | undefined {
  if (frame.kind !== 'batch') return answerMessage(frame, era, plan, peer);
  const problem = problemOfBatch(frame.messages, era, peer);
  if (problem !== undefined) return errorReply(undefined, { code: INVALID_REQUEST, message: problem }, 400);
  const replies = frame.messages.map((message) => answerMessage(message, era, plan, peer)).filter((reply) => !!reply);
  if (replies.length === 0) return undefined;
  return { frame: `[${replies.map((reply) => reply.frame).join(',')}]`, status: 200 };
}

function answerMessage(message: Message, era: Era, plan: ServingPlan, peer: Peer): Reply | undefined {
  if (message.kind === 'request') return era.answer(message.request, plan, peer);
  return message.kind === 'invalid' ? errorReply(message.id, message.error, 400) : undefined;
}

function problemOfBatch(messages: Message[], era: Era, peer: Peer): string | undefined {
  if (!era.takesBatch(peer)) return 'Expected one message, got a batch: of all revisions 2025-03-26 alone has them';
  if (messages.length === 0) return 'Expected a batch to hold a message, got an empty array';
  if (messages.length > MAX_BATCH_MESSAGES) {
    return `Expected at most ${MAX_BATCH_MESSAGES} messages in a batch, got ${messages.length}`;
  }
  // 2025-03-26 Lifecycle: nothing can be agreed on while the rest of the batch already relies on it.
  const initializes = messages.some((message) => message.kind === 'request' && message.request.method === 'initialize');
  return initializes ? 'Expected initialize to be sent alone, got it in a batch' : undefined;
}
