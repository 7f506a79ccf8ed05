import type { Change } from './changes.ts';
import type { ShortForm } from './short-form.ts';

type Status = Extract<ShortForm, { kind: 'status' }>;

const STATUSES = ['unsupported', 'partial', 'full'];

/** How a status moved: `status: full (4 of 4 checks) → partial (3 of 4 checks)`. */
export function statusChanges(a: Status, b: Status): Change[] {
  const moved = STATUSES.indexOf(b.status) - STATUSES.indexOf(a.status) || b.met / b.of - a.met / a.of;
  if (moved === 0 && a.of === b.of) return [];
  const [before, after] = [a, b].map(({ status, met, of }) => `${status} (${met} of ${of} checks)`);
  return [{ kind: moved < 0 ? 'lost' : moved > 0 ? 'gained' : 'changed', text: `status: ${before} → ${after}` }];
}
