import type { ServerMode, ServingPlan } from '../../scenarios/types.ts';
import { handshakeRevisionsOf } from './handshake/revisions.ts';
import { STATELESS_REVISION } from './stateless/envelope.ts';

/** The eras that a server of `mode` offers where its plan leaves it some revisions only. */
export function offeredBy(plan: ServingPlan, mode: ServerMode): ServerMode {
  if (mode !== 'both' || plan.revisions === undefined) return mode;
  if (handshakeRevisionsOf(plan).length === 0) return 'stateless';
  return plan.revisions.includes(STATELESS_REVISION) ? 'both' : 'handshake';
}
