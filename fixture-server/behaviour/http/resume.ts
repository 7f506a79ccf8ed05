import { recordedHeaders } from '../../headers.ts';
import { STREAM_HEADERS } from '../../http/event.ts';
import type { Arrived } from '../../http/run.ts';
import { openStream } from '../../http/stream.ts';
import type { ScriptedRun } from './receive.ts';

/** Goes on with an answer that was suspended at the event that the client names; false when it names none. */
export function resume({ headers, response, tap }: Arrived, { suspensions }: ScriptedRun): boolean {
  const eventId = headers['last-event-id'];
  if (eventId === undefined || !suspensions.has(eventId)) return false;
  const recorded = recordedHeaders(Object.entries(STREAM_HEADERS).flat());
  tap({ dir: 's2c', http: { status: 200, headers: recorded }, bytes: Buffer.from('') });
  response.sendDate = false;
  response.writeHead(200, STREAM_HEADERS);
  response.flushHeaders();
  suspensions.resume(eventId, openStream(response, tap));
  return true;
}
