import { capabilityIds } from './capability-ids.ts';
import { capabilityTree } from './capability-tree.ts';
import { deadLinks } from './dead-links.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { evidenceNotes } from './evidence-notes.ts';
import { evidenceRuns } from './evidence-runs.ts';
import { keyOrder } from './key-order.ts';
import { knownClients } from './known-clients.ts';
import { knownFlaky } from './known-flaky.ts';
import { knownRevisions } from './known-revisions.ts';
import type { Linter } from './linter.ts';
import { machineValues } from './machine-values.ts';
import { overlayDigests } from './overlay-digests.ts';
import { plainText } from './plain-text.ts';
import { runFolders } from './run-folders.ts';
import { runsSize } from './runs-size.ts';
import { schema } from './schema.ts';
import { secrets } from './secrets.ts';
import { staleEvidence } from './stale-evidence.ts';
import { statusEvidence } from './status-evidence.ts';

/** Every rule, in the order in which their problems are told: what others rest on comes first. */
export const linters: Linter[] = [
  plainText,
  schema,
  keyOrder,
  duplicateIds,
  capabilityTree,
  capabilityIds,
  knownClients,
  knownRevisions,
  runFolders,
  overlayDigests,
  evidenceRuns,
  statusEvidence,
  evidenceNotes,
  staleEvidence,
  knownFlaky,
  deadLinks,
  secrets,
  machineValues,
  runsSize,
];
