import type { HttpReply } from '../eras/era.ts';
import { problemOfEnvelope } from '../eras/stateless/envelope.ts';
import { isObject } from '../frame.ts';
import { methodNotFound, resultReply } from '../rpc.ts';
import type { Executed, Incoming, Outlet } from './exchange.ts';
import { answerList } from './listing.ts';
import { capabilitiesOf, type World } from './world.ts';

/** Executes a message: a call is written down before anything is answered. */
export function execute(incoming: Incoming, world: World): Executed {
  const { era } = incoming;
  const { serverInfo } = world.plan;
  const refused = incoming.refused?.();
  if (refused !== undefined) return { era, serverInfo, reply: refused };
  writeDown(incoming, world);
  return { era, serverInfo, reply: replyTo(incoming, world) };
}

function writeDown({ method, params, era, peer, id }: Incoming, { plan, behaviour, ledger }: World): void {
  if (behaviour.ledger !== true || method !== 'tools/call' || id === undefined) return;
  const tool = plan.pages.flat().find(({ definition }) => definition.name === params['name']);
  const ready = era === 'handshake' ? peer.revision !== undefined : problemOfEnvelope(params) === undefined;
  if (tool === undefined || !ready) return;
  const given = params['arguments'];
  ledger.executed({ tool: tool.definition.name, arguments: isObject(given) ? given : {} });
}

function replyTo(incoming: Incoming, world: World): HttpReply | undefined {
  const { method, era, id, params, peer } = incoming;
  if (method === 'tools/list') return answerList(incoming, world.plan, world.behaviour);
  if (method === 'logging/setLevel' && era === 'handshake' && id !== undefined) {
    if (capabilitiesOf(world.plan)['logging'] === undefined) return incoming.answer(world.plan);
    if (typeof params['level'] === 'string') world.logLevels.set(peer, params['level']);
    return resultReply(id, {});
  }
  return incoming.answer(world.plan);
}

/** Whether a message opens a subscription, which is answered as long as it is open. */
export function isListen({ method, era, id, params }: Incoming, { plan }: World): boolean {
  const wanted = method === 'subscriptions/listen' && era === 'stateless' && id !== undefined;
  const offered = Object.values(capabilitiesOf(plan)).some((each) => isObject(each) && each['listChanged'] === true);
  return wanted && offered && problemOfEnvelope(params) === undefined;
}

/** Opens the subscription. */
export async function listen({ id, params }: Incoming, outlet: Outlet, world: World): Promise<void> {
  if (id === undefined) throw new Error(methodNotFound('a notification').message);
  await world.subscriptions.listen(id, params, capabilitiesOf(world.plan), outlet);
}
