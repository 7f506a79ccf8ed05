import type { Evidence, WireFrame } from '../../scenarios/types.ts';
import { initializedRevision } from './frames/handshake/revision.ts';
import { requestedRevision } from './frames/stateless/revision.ts';
import { messagesOf } from './wire-call.ts';

/** What a record says where no frame names a revision. */
const UNKNOWN = 'unknown';

/**
 * The negotiated revision as the wire shows it. With `call`, the one under which that frame was sent: a stateless request
 * names its own, any other has that of the last `initialize` answer before it in its process. Without, or when the frame
 * has none, the last one that the wire names. `unknown` when there is none.
 */
export function readRevision({ wire }: Evidence, call?: WireFrame): string {
  const own = call && ofFrame(call);
  const before = call ? wire.filter(({ line, process }) => line < call.line && process === call.process) : [];
  return own ?? lastOf(before.filter(({ dir }) => dir === 's2c')) ?? lastOf(wire) ?? UNKNOWN;
}

function lastOf(frames: WireFrame[]): string | undefined {
  return frames.map(ofFrame).findLast((revision) => revision !== undefined);
}

function ofFrame(frame: WireFrame): string | undefined {
  const read = frame.dir === 's2c' ? initializedRevision : requestedRevision;
  return messagesOf(frame)
    .map(read)
    .find((revision) => revision !== undefined);
}
