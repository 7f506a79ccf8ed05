import type { HttpAnswer } from '../../../scenarios/behaviour.ts';
import type { Transport } from '../../../scenarios/types.ts';
import { eraOf } from '../../dispatch.ts';
import type { HttpReply, Peer } from '../../eras/era.ts';
import { erasOverHttp } from '../../eras/over-http.ts';
import { readFrame } from '../../frame.ts';
import { refuseRequest } from '../../http/guard.ts';
import { writeReply } from '../../http/reply.ts';
import type { Arrived, HttpRun } from '../../http/run.ts';
import { type Places, scriptedAnswer } from '../../http/scripted-answer.ts';
import type { RequestId } from '../../rpc.ts';
import { memoryCounts } from '../counts.ts';
import { framed, type Host, type Incoming } from '../exchange.ts';
import { memoryLedger } from '../ledger.ts';
import { receiveMessage } from '../receive.ts';
import { runSteps } from '../steps.ts';
import { openWorld } from '../world.ts';
import { httpHost } from './host.ts';
import { httpOutlet } from './outlet.ts';
import { receiveOverSse } from './receive-sse.ts';
import { resume } from './resume.ts';
import { keepSuspensions } from './suspensions.ts';

/** What a plan's behaviour makes of the requests of a run. */
export interface ScriptedHttp {
  /** Serves a request that is in the tap. Rejects when the tap cannot be written. */
  receive(arrived: Arrived): Promise<void>;
  /** Nobody is to be kept waiting any more. */
  end(): void;
}

/** What the parts of a scripted run share. */
export interface ScriptedRun {
  run: HttpRun;
  world: ReturnType<typeof openWorld>;
  host: Host;
  suspensions: ReturnType<typeof keepSuspensions>;
  expired: Map<string, HttpAnswer>;
  places: Places;
}

export function scriptHttp(run: HttpRun, port: number): ScriptedHttp {
  const world = openWorld(run.plan, { counts: memoryCounts(), ledger: run.ledger ?? memoryLedger() });
  const ending = new AbortController();
  const expired = new Map<string, HttpAnswer>();
  const live = new Set<Arrived['response']>();
  const scripted: ScriptedRun = {
    run,
    world,
    host: httpHost({ run, ending: ending.signal, expired, live }),
    suspensions: keepSuspensions(),
    expired,
    places: { here: `http://127.0.0.1:${port}${run.prefix}`, elsewhere: `http://localhost:${port}${run.prefix}` },
  };
  return {
    async receive(arrived) {
      live.add(arrived.response);
      arrived.response.on('close', () => live.delete(arrived.response));
      const over: Transport = run.sse ? 'sse' : 'http';
      const steps = world.rule({ kind: 'http', verb: arrived.method, path: arrived.path, over });
      const otherwise = (): Promise<void> => serve(arrived, scripted);
      if (steps === undefined) await otherwise();
      else
        await runSteps(steps, {
          outlet: outletOf(arrived, idIn(arrived), scripted),
          host: scripted.host,
          world,
          otherwise,
        });
    },
    end() {
      ending.abort();
      for (const response of live) response.destroy();
    },
  };
}

async function serve(arrived: Arrived, scripted: ScriptedRun): Promise<void> {
  const { run, world } = scripted;
  if (run.sse) {
    await receiveOverSse(arrived, scripted);
    return;
  }
  const { method, headers, response, tap } = arrived;
  const put = (reply: HttpReply): void => writeReply(response, reply, world.plan.httpAnswer, tap);
  const refused = refuseRequest(arrived);
  const lost = lostSession(arrived, scripted);
  if (refused !== undefined) put(refused);
  else if (lost !== undefined) writeReply(response, lost, 'json', tap);
  else if (method === 'POST') await post(arrived, scripted);
  else {
    const era = erasOverHttp[eraOf(undefined, run.server, headers)];
    const reply =
      method === 'GET' ? era.get(headers, world.plan, run.sessions) : era.delete(headers, world.plan, run.sessions);
    if (reply.stream === undefined || !resume(arrived, scripted)) put(reply);
  }
}

async function post(arrived: Arrived, scripted: ScriptedRun): Promise<void> {
  const { run, world, host } = scripted;
  const { headers, bytes, response, tap } = arrived;
  const frame = readFrame(bytes);
  const era = eraOf(frame, run.server, headers);
  const over = erasOverHttp[era];
  const message = frame.kind === 'request' ? frame.request : frame.kind === 'notification' ? frame : undefined;
  /** Asked before its rule and again before it is executed. What opens a session is not asked: it would open two. */
  const refused = (): HttpReply | undefined => {
    const lost = lostSession(arrived, scripted);
    if (lost !== undefined || message?.method === 'initialize') return lost;
    const reply = over.post(frame, headers, world.plan, run.sessions, () => undefined);
    return reply.status === 202 ? undefined : reply;
  };
  if (message === undefined || refused() !== undefined) {
    writeReply(response, over.post(frame, headers, world.plan, run.sessions), world.plan.httpAnswer, tap);
    return;
  }
  const id = frame.kind === 'request' ? frame.request.id : undefined;
  const peer: Peer = run.sessions.find(headers['mcp-session-id'] ?? '') ?? { revision: undefined };
  const incoming: Incoming = {
    ...(id !== undefined && { id }),
    method: message.method,
    params: message.params,
    era,
    peer,
    refused,
    answer: (plan, params) => over.post(framed(frame, params), headers, plan, run.sessions),
  };
  await receiveMessage(incoming, 'http', { outlet: outletOf(arrived, id, scripted), host, world });
}

/** How a request is answered whose session a step has ended. */
function lostSession(arrived: Arrived, { expired, places }: ScriptedRun): HttpReply | undefined {
  const answer = expired.get(arrived.headers['mcp-session-id'] ?? '');
  return answer === undefined ? undefined : scriptedAnswer(answer, idIn(arrived), places);
}

function outletOf({ response, tap, exchange }: Arrived, id: RequestId | undefined, scripted: ScriptedRun) {
  const { places, suspensions, world } = scripted;
  return httpOutlet({ response, tap, exchange, id, places, suspensions, httpAnswer: world.plan.httpAnswer });
}

/** The id of the request in a body, if it is one. */
export function idIn({ bytes }: Arrived): RequestId | undefined {
  const frame = readFrame(bytes);
  return frame.kind === 'request' ? frame.request.id : undefined;
}
