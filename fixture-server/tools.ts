import type { Json, JsonObject, ServedTool, ServingPlan } from '../scenarios/types.ts';
import {
  errorReply,
  INVALID_PARAMS,
  quoted,
  type Reply,
  type RequestId,
  type RpcError,
  type RpcRequest,
  resultReply,
} from './rpc.ts';

/** One page of the list, definitions as the plan has them. */
export interface Page {
  tools: ServedTool['definition'][];
  nextCursor?: string;
}

/** The page that a `cursor` asks for, the first one without; an error for a cursor that this server never gave. */
export function pageAt(plan: ServingPlan, cursor: Json | undefined): { page: Page } | { error: RpcError } {
  const index = cursor === undefined ? 0 : plan.pages.findIndex((_, at) => at > 0 && cursor === cursorTo(at));
  if (index === -1) {
    return {
      error: { code: INVALID_PARAMS, message: 'Expected "cursor" to be one that this server gave, got another' },
    };
  }
  const tools = (plan.pages[index] ?? []).map(({ definition }) => definition);
  return { page: { tools, ...(index + 1 < plan.pages.length && { nextCursor: cursorTo(index + 1) }) } };
}

function cursorTo(index: number): string {
  return `page-${index + 1}`;
}

/** What an era makes of an answer that the plan declares. */
interface Serving {
  /** Adds what the era puts into every result. */
  stamp: (result: JsonObject) => JsonObject;
  /** The HTTP status of a declared error. */
  statusOf: (error: RpcError) => number;
}

/** Answers `tools/call` with what the plan declares for the tool, whatever the arguments are. */
export function answerCall({ id, params }: RpcRequest, plan: ServingPlan, { stamp, statusOf }: Serving): Reply {
  const { name } = params;
  if (typeof name !== 'string') {
    return errorReply(id, { code: INVALID_PARAMS, message: 'Expected "name" to be the name of a tool' });
  }
  const tool = plan.pages.flat().find(({ definition }) => definition.name === name);
  if (tool === undefined) {
    return errorReply(id, {
      code: INVALID_PARAMS,
      message: `Expected a tool of this server, got ${quoted(name)}`,
    });
  }
  const { answer } = tool;
  if ('raw' in answer) return { frame: withId(answer.raw, id), status: 200 };
  if ('error' in answer) return errorReply(id, answer.error, statusOf(answer.error));
  return resultReply(id, stamp(answer.result));
}

function withId(raw: string, id: RequestId): string {
  // A function, because `$` in a replacement text has a meaning and an id is the client's to choose.
  return raw.replaceAll('{{id}}', () => JSON.stringify(id));
}
