import type { Transport } from '../../scenarios/types.ts';
import type { Incoming } from './exchange.ts';
import { isListen } from './execute.ts';
import { answerAsEver, runSteps, type Stage } from './steps.ts';

/**
 * Serves one message: by the rule that means it, or as ever. Resolves when all is done, with whether its channel stays in
 * use after that.
 */
export async function receiveMessage(
  incoming: Incoming,
  over: Transport,
  stage: Omit<Stage, 'incoming'>,
): Promise<boolean> {
  const { method, params, era } = incoming;
  const { world } = stage;
  const { name } = params;
  const tool = method === 'tools/call' && typeof name === 'string' ? { tool: name } : {};
  const steps = world.rule({ kind: 'message', method, ...tool, era, over });
  world.arrivals.note(method);
  if (steps?.some((step) => 'http' in step) !== true) stage.outlet.accept?.();
  if (steps === undefined) await answerAsEver({ ...stage, incoming });
  else await runSteps(steps, { ...stage, incoming });
  return isListen(incoming, world);
}
