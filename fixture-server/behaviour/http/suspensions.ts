import type { OpenStream } from '../../eras/era.ts';

/** Answers whose stream was closed before they came (2025-11-25 Streamable HTTP, "Resumability and Redelivery"). */
export interface Suspensions {
  open(eventId: string): void;
  /** Keeps a frame for whoever comes for it; the last one ends the stream. */
  deliver(eventId: string, frame: string, last?: boolean): void;
  has(eventId: string): boolean;
  /** Gives the frames to a stream, those to come too. */
  resume(eventId: string, stream: OpenStream): void;
}

interface Suspension {
  frames: { frame: string; last: boolean }[];
  stream?: OpenStream;
}

export function keepSuspensions(): Suspensions {
  const kept = new Map<string, Suspension>();
  function pass(suspension: Suspension): void {
    const { stream, frames } = suspension;
    if (stream === undefined) return;
    for (const { frame, last } of frames.splice(0)) {
      if (frame !== '') stream.send(frame);
      if (last) stream.end();
    }
  }
  return {
    open: (eventId) => void kept.set(eventId, { frames: [] }),
    deliver(eventId, frame, last = false) {
      const suspension = kept.get(eventId);
      suspension?.frames.push({ frame, last });
      if (suspension !== undefined) pass(suspension);
    },
    has: (eventId) => kept.has(eventId),
    resume(eventId, stream) {
      const suspension = kept.get(eventId);
      if (suspension === undefined) return;
      suspension.stream = stream;
      pass(suspension);
    },
  };
}
