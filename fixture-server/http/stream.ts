import type { ServerResponse } from 'node:http';
import type { OpenStream } from '../eras/era.ts';
import type { TapEntry } from '../tap.ts';
import { event } from './event.ts';

/** Writes down a line of one exchange. */
export type TapOfExchange = (entry: Omit<TapEntry, 'exchange'>) => void;

/** A stream of events on a response whose head is out. Of an event the tap keeps the data, which is the frame. */
export function openStream(response: ServerResponse, tap: TapOfExchange): OpenStream {
  const note = (frame: Buffer): void => tap({ dir: 's2c', bytes: frame });
  return {
    out: response,
    note,
    send(frame) {
      if (response.writableEnded || response.destroyed) return;
      note(Buffer.from(frame));
      response.write(event(frame));
    },
    end: () => void response.end(),
    drop: () => void response.destroy(),
  };
}
