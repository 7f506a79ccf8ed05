import type { ServerResponse } from 'node:http';
import type { AnswerForm } from '../../../scenarios/behaviour.ts';
import type { OpenStream } from '../../eras/era.ts';
import type { Session } from '../../eras/handshake/sessions.ts';
import { writeReply } from '../../http/reply.ts';
import { type Places, scriptedAnswer } from '../../http/scripted-answer.ts';
import type { TapOfExchange } from '../../http/stream.ts';
import type { RequestId } from '../../rpc.ts';
import { asEvent, type Body, bodyOf } from '../body.ts';
import type { Outlet } from '../exchange.ts';
import { pour } from '../pour.ts';

/** A message posted to HTTP+SSE. */
export interface SseExchange {
  response: ServerResponse;
  tap: TapOfExchange;
  id: RequestId | undefined;
  places: Places;
  session: Session;
  gone: AbortSignal;
}

/** The channel of a message over HTTP+SSE: 202 to the POST, everything else on the stream of the session. */
export function sseOutlet({
  response,
  tap,
  id,
  places,
  session,
  gone,
}: SseExchange): Outlet & Required<Pick<Outlet, 'accept'>> {
  const streams = (): OpenStream[] => [...session.streams];
  const accept = (): void => {
    if (!response.headersSent) writeReply(response, { status: 202 }, 'json', tap);
  };
  /** Waits for the reader of each stream, who may be slower than what is scripted here. */
  async function put(body: Body, form: AnswerForm): Promise<void> {
    if (gone.aborted) return;
    for (const stream of streams()) {
      stream.note(body.shown.subarray(0, form.cut));
      const whole = await pour(stream.out, asEvent(body).chunks(), form, gone);
      if (!whole && form.cut !== undefined) stream.drop();
    }
  }

  return {
    gone,
    shared: true,
    accept,
    send: (frame) => put(bodyOf(Buffer.from(frame)), {}),
    async answer(body, form) {
      if (body !== undefined) await put(body, form);
    },
    http(answer) {
      if (!response.headersSent) writeReply(response, scriptedAnswer(answer, id, places), 'json', tap);
    },
    suspend() {},
    end: () => streams().forEach((stream) => stream.end()),
    drop: () => streams().forEach((stream) => stream.drop()),
  };
}
