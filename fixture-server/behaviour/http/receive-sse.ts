import { answerFrame } from '../../answer.ts';
import { readFrame } from '../../frame.ts';
import { writeReply } from '../../http/reply.ts';
import type { Arrived } from '../../http/run.ts';
import { scriptedAnswer } from '../../http/scripted-answer.ts';
import { eraOverSse, openSse, placeOf } from '../../sse/serve.ts';
import { framed, type Incoming } from '../exchange.ts';
import { receiveMessage } from '../receive.ts';
import { idIn, type ScriptedRun } from './receive.ts';
import { sseOutlet } from './sse-outlet.ts';

/** The same as `serveSse`, for a run with a behaviour. */
export async function receiveOverSse(arrived: Arrived, scripted: ScriptedRun): Promise<void> {
  const { run, world, host, expired, places } = scripted;
  const { response, tap, url, bytes, atEndpoint, method } = arrived;
  const lost = expired.get(new URLSearchParams(url.split('?')[1]).get('sessionId') ?? '');
  const { sseOnly } = world.behaviour;
  const instead = atEndpoint && method !== 'GET' ? sseOnly : lost;
  const placed = placeOf(arrived, run);
  if (placed === 'stream') openSse(arrived, run);
  else if (instead !== undefined) writeReply(response, scriptedAnswer(instead, idIn(arrived), places), 'json', tap);
  else if (!('session' in placed)) writeReply(response, placed, 'json', tap);
  else await receiveFrom(placed.session);

  async function receiveFrom(session: Extract<typeof placed, { session: unknown }>['session']): Promise<void> {
    const frame = readFrame(bytes);
    const message = frame.kind === 'request' ? frame.request : frame.kind === 'notification' ? frame : undefined;
    const id = frame.kind === 'request' ? frame.request.id : undefined;
    const gone = new AbortController();
    const outlet = sseOutlet({ response, tap, id, places, session, gone: gone.signal });
    const era = eraOverSse(run);
    if (message === undefined) {
      outlet.accept();
      const reply = answerFrame(frame, era, world.plan, session);
      if (reply !== undefined) await outlet.send(reply.frame);
      return;
    }
    const incoming: Incoming = {
      ...(id !== undefined && { id }),
      method: message.method,
      params: message.params,
      era: era.id,
      peer: session,
      refused: () => (run.sessions.find(session.id) === undefined ? { status: 404 } : undefined),
      answer: (plan, params) => answerFrame(framed(frame, params), era, plan, session),
    };
    await receiveMessage(incoming, 'sse', { outlet, host, world });
    outlet.accept();
  }
}
