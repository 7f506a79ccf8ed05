import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerForm, Step } from '../../scenarios/behaviour.ts';
import type { JsonObject } from '../../scenarios/types.ts';
import { stamp } from '../eras/stateless/stamp.ts';
import { resultReply } from '../rpc.ts';
import { bodyOf, generatedBody } from './body.ts';
import type { Executed, Host, Incoming, Outlet } from './exchange.ts';
import { execute, isListen, listen } from './execute.ts';
import { malformedFrame, withId } from './malformed.ts';
import { logOf, progressOf } from './messages.ts';
import { notification } from './subscriptions.ts';
import type { World } from './world.ts';

/** What the steps of a rule are carried out on. */
export interface Stage {
  /** Absent for a request of HTTP as such, and for the start of a process. */
  incoming?: Incoming;
  outlet: Outlet;
  host: Host;
  world: World;
  /** What would happen without the rule; for what is no message. */
  otherwise?: () => Promise<void>;
}

/** Carries out the steps of a rule, one after the other. */
export async function runSteps(steps: readonly Step[], stage: Stage): Promise<void> {
  let executed: Executed | undefined;
  const done = (): Executed | undefined => {
    if (stage.incoming !== undefined) executed ??= execute(stage.incoming, stage.world);
    return executed;
  };
  for (const step of steps) {
    if ('execute' in step) done();
    else if ('answer' in step) await answer(step.answer, stage, done);
    else await carryOut(step, stage);
  }
}

/** Answers a message as ever. */
export async function answerAsEver(stage: Stage & { incoming: Incoming }): Promise<void> {
  await answer({}, stage, () => execute(stage.incoming, stage.world));
}

async function answer(form: AnswerForm, stage: Stage, done: () => Executed | undefined): Promise<void> {
  const { incoming, outlet, world, otherwise } = stage;
  if (incoming === undefined) {
    await otherwise?.();
    return;
  }
  if (isListen(incoming, world) && Object.keys(form).length === 0) {
    await listen(incoming, outlet, world);
    return;
  }
  const executed = done();
  if (executed === undefined) return;
  await outlet.answer(bodyIn(form, incoming, executed), form, executed.reply);
}

function bodyIn({ frame, malformed, generate }: AnswerForm, { id = 0 }: Incoming, executed: Executed) {
  if (frame !== undefined) return bodyOf(Buffer.from(withId(frame, id)));
  if (malformed !== undefined) return bodyOf(malformedFrame(malformed, id, executed));
  if (generate !== undefined) return generatedBody(generate, id, executed);
  return executed.reply?.frame === undefined ? undefined : bodyOf(Buffer.from(executed.reply.frame));
}

type Other = Exclude<Step, { execute: unknown } | { answer: unknown }>;

async function carryOut(step: Other, stage: Stage): Promise<void> {
  const { outlet, host, world } = stage;
  const hurry = AbortSignal.any([outlet.gone, host.ending]);
  if ('wait' in step) await wait(step.wait, undefined, { signal: hurry }).catch(() => undefined);
  else if ('until' in step) await world.arrivals.until(step.until.method, step.until.number, hurry);
  else if ('send' in step) await outlet.send(withId(step.send, stage.incoming?.id ?? 0));
  else if ('flood' in step) await flood(step.flood, stage);
  else if ('listChanged' in step) await tellStreams('notifications/tools/list_changed', {}, step.listChanged, stage);
  else if ('notify' in step) await notify(step.notify, stage);
  else if ('log' in step) await sendIf(logOf(step.log, stage), outlet);
  else if ('progress' in step) await sendIf(progressOf(step.progress, stage), outlet);
  else if ('http' in step) outlet.http(step.http);
  else if ('suspend' in step) outlet.suspend(step.suspend.retry);
  else if ('end' in step) await close('end', step.end, stage);
  else if ('drop' in step) await close('drop', step.drop, stage);
  else if ('exit' in step) host.exit(step.exit);
  else if ('stderr' in step)
    host.stderr(`${step.stderr.text ?? 'The server says something.'}\n`.repeat(step.stderr.lines));
  else if ('expire' in step) host.expire(step.expire);
  else world.plan = { ...world.plan, pages: world.behaviour.toolSets?.[step.tools] ?? [] };
}

async function flood({ frame, times }: { frame: string; times: number }, { incoming, outlet }: Stage): Promise<void> {
  const text = withId(frame, incoming?.id ?? 0);
  for (let n = 1; n <= times && !outlet.gone.aborted; n += 1) await outlet.send(text.replaceAll('{{n}}', String(n)));
}

async function notify(
  { method, params = {}, times = 1, over = 'request' }: Extract<Step, { notify: unknown }>['notify'],
  stage: Stage,
): Promise<void> {
  if (over === 'stream') await tellStreams(method, params, times, stage);
  else for (let time = 0; time < times; time += 1) await stage.outlet.send(notification(method, params));
}

async function tellStreams(method: string, params: JsonObject, times: number, { host, world }: Stage): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    host.broadcast(notification(method, params));
    await world.subscriptions.tell(method, params);
  }
}

async function sendIf(frame: string | undefined, outlet: Outlet): Promise<void> {
  if (frame !== undefined) await outlet.send(frame);
}

async function close(how: 'end' | 'drop', what: 'answer' | 'streams', { outlet, host, world }: Stage): Promise<void> {
  if (what === 'answer') {
    outlet[how]();
    return;
  }
  const { serverInfo } = world.plan;
  await world.subscriptions.end(how, (id, _meta) => resultReply(id, stamp({ _meta }, serverInfo)).frame);
  host.streams(how);
}
