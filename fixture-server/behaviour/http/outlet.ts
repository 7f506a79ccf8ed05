import type { ServerResponse } from 'node:http';
import type { AnswerForm, HttpAnswer } from '../../../scenarios/behaviour.ts';
import type { ServingPlan } from '../../../scenarios/types.ts';
import type { HttpReply } from '../../eras/era.ts';
import { recordedHeaders } from '../../headers.ts';
import { STREAM_HEADERS } from '../../http/event.ts';
import { writeReply } from '../../http/reply.ts';
import { type Places, scriptedAnswer } from '../../http/scripted-answer.ts';
import type { TapOfExchange } from '../../http/stream.ts';
import type { RequestId } from '../../rpc.ts';
import { asEvent, type Body, bodyOf } from '../body.ts';
import type { Outlet } from '../exchange.ts';
import { pour } from '../pour.ts';
import type { Suspensions } from './suspensions.ts';

/** The answer to one request over Streamable HTTP, as long as it is open. */
export interface HttpExchange {
  response: ServerResponse;
  tap: TapOfExchange;
  /** Its number among those of the run. */
  exchange: number;
  id: RequestId | undefined;
  places: Places;
  httpAnswer: ServingPlan['httpAnswer'];
  suspensions: Suspensions;
}

/**
 * The channel of a request: its answer, which becomes a stream of events when something comes before it. What has been
 * suspended goes on at the client's next GET.
 */
export function httpOutlet(given: HttpExchange): Outlet {
  const { response, tap, exchange, id, places, httpAnswer, suspensions } = given;
  const gone = new AbortController();
  let ours = false;
  let streaming = false;
  let suspended: string | undefined;
  response.on('close', () => {
    // A client that breaks off, not one that has been answered or that we left.
    if (!ours && !response.writableEnded) gone.abort();
  });
  const over = (): boolean => response.writableEnded || response.destroyed;

  function drop(): void {
    ours = true;
    response.destroy();
  }

  function head(status: number, headers: Record<string, string>, bytes: Buffer): void {
    tap({ dir: 's2c', http: { status, headers: recordedHeaders(Object.entries(headers).flat()) }, bytes });
    response.sendDate = false;
    response.writeHead(status, headers);
    response.flushHeaders();
  }

  /** Writes down an event; the first one goes with the head. */
  function noteEvent(bytes: Buffer, status = 200, headers: Record<string, string> = {}): void {
    if (streaming) tap({ dir: 's2c', bytes });
    else head(status, { ...STREAM_HEADERS, ...headers }, bytes);
    streaming = true;
  }

  async function write(body: Body, form: AnswerForm): Promise<boolean> {
    const whole = await pour(response, body.chunks(), form, gone.signal);
    if (!whole && form.cut !== undefined) drop();
    return whole;
  }

  async function answerAsStream(body: Body, form: AnswerForm, reply: HttpReply | undefined): Promise<void> {
    noteEvent(body.shown.subarray(0, form.cut), form.status ?? reply?.status, reply?.headers);
    if (await write(asEvent(body), form)) response.end();
  }

  async function answerAsJson(body: Body, form: AnswerForm, reply: HttpReply | undefined): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      ...(form.chunked !== true && { 'content-length': String(body.length) }),
      ...reply?.headers,
    };
    head(form.status ?? reply?.status ?? 200, headers, body.shown.subarray(0, form.cut));
    if (await write(body, form)) response.end();
  }

  return {
    gone: gone.signal,
    shared: false,
    async send(frame) {
      if (suspended !== undefined) suspensions.deliver(suspended, frame);
      if (suspended !== undefined || over() || gone.signal.aborted) return;
      noteEvent(Buffer.from(frame));
      await write(asEvent(bodyOf(Buffer.from(frame))), {});
    },
    async answer(body, form, reply) {
      if (suspended !== undefined) suspensions.deliver(suspended, body?.shown.toString() ?? '', true);
      if (suspended !== undefined || over() || gone.signal.aborted) return;
      if (body === undefined) {
        const { frame: _, ...bare } = { status: 202, ...reply };
        writeReply(response, form.status === undefined ? bare : { ...bare, status: form.status }, 'json', tap);
        return;
      }
      const status = form.status ?? reply?.status ?? 200;
      const as = streaming ? 'sse' : (form.as ?? (status === 200 ? httpAnswer : 'json'));
      await (as === 'sse' ? answerAsStream : answerAsJson)(body, form, reply);
    },
    http(answer: HttpAnswer) {
      if (!response.headersSent) writeReply(response, scriptedAnswer(answer, id, places), 'json', tap);
    },
    suspend(retry) {
      if (over()) return;
      suspended = `event-${exchange}`;
      suspensions.open(suspended);
      noteEvent(Buffer.from(''));
      // 2025-11-25 Streamable HTTP, "Sending Messages": an event with an id and no data, before the connection is closed.
      response.end(`id: ${suspended}\n${retry === undefined ? '' : `retry: ${retry}\n`}data: \n\n`);
    },
    end() {
      ours = true;
      if (!response.headersSent) noteEvent(Buffer.from(''));
      response.end();
    },
    drop,
  };
}
