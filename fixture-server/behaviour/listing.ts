import type { Behaviour } from '../../scenarios/behaviour.ts';
import type { Json, JsonObject, ServingPlan } from '../../scenarios/types.ts';
import type { HttpReply } from '../eras/era.ts';
import { isObject } from '../frame.ts';
import type { Incoming } from './exchange.ts';

/** Answers `tools/list` as a behaviour wants the list to be: cursors that do not end, entries that are no tools. */
export function answerList(incoming: Incoming, plan: ServingPlan, behaviour: Behaviour): HttpReply | undefined {
  const { cursors, alsoListed = [] } = behaviour;
  const { cursor, ...rest } = incoming.params;
  const page = pageOf(cursor, cursors);
  // Its own pages it answers by itself, and refuses the cursors that it never gave.
  const beyond = page !== undefined && page > plan.pages.length;
  const served = beyond ? { ...plan, pages: emptyPages(page) } : plan;
  const reply = incoming.answer(served, cursor === '' && page === 1 ? rest : undefined);
  if (reply?.frame === undefined) return reply;
  const message = JSON.parse(reply.frame) as JsonObject;
  const { result } = message;
  if (!isObject(result) || !Array.isArray(result['tools'])) return reply;
  const tools = page === 1 ? [...result['tools'], ...alsoListed] : result['tools'];
  return { ...reply, frame: JSON.stringify({ ...message, result: { ...result, tools, ...next(page, cursors) } }) };
}

/** The number of the page that a cursor asks for; `undefined` for none of this server's. */
function pageOf(cursor: Json | undefined, cursors: Behaviour['cursors']): number | undefined {
  if (cursor === undefined || (cursor === '' && cursors === 'empty')) return 1;
  const [, number] = (typeof cursor === 'string' && /^page-(\d+)$/.exec(cursor)) || [];
  return number === undefined ? undefined : Number(number);
}

function emptyPages(page: number): ServingPlan['pages'] {
  return Array.from({ length: page }, () => []);
}

function next(page: number | undefined, cursors: Behaviour['cursors']): { nextCursor?: string } {
  if (cursors === 'endless') return { nextCursor: `page-${(page ?? 1) + 1}` };
  if (cursors === 'same') return { nextCursor: 'page-2' };
  return cursors === 'empty' ? { nextCursor: '' } : {};
}
