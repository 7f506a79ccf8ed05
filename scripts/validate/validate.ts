import { CommandError } from '../error.ts';
import { placesOf } from '../paths.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { capabilityIds } from './capability-ids.ts';
import { capabilityTree } from './capability-tree.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { keyOrder } from './key-order.ts';
import { knownClients } from './known-clients.ts';
import type { Linter } from './linter.ts';
import { machineValues } from './machine-values.ts';
import { overlayDigests } from './overlay-digests.ts';
import { readStored } from './read-stored.ts';
import { runFolders } from './run-folders.ts';
import { runsSize } from './runs-size.ts';
import { schema } from './schema.ts';
import { secrets } from './secrets.ts';

export interface ValidateOptions extends Streams {
  root?: string;
  runs?: string;
}

const linters: Linter[] = [
  schema,
  capabilityIds,
  capabilityTree,
  duplicateIds,
  knownClients,
  keyOrder,
  runFolders,
  overlayDigests,
  secrets,
  machineValues,
  runsSize,
];

/** Holds every stored file against the rules of this folder. Answers with 1 and a list when one is broken. */
export async function runValidate(options: ValidateOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const stored = await readStored(placesOf(options));
    if (stored.files.length === 0)
      throw new CommandError('missing', 'Expected files below data/ or the folder of runs, found none.');
    const problems = linters.flatMap(({ name, check }) =>
      check(stored).map(({ path, text }) => `${path}: ${text} [${name}]\n`),
    );
    const files = counted(stored.files.length, 'file');
    options.stdout(
      `${problems.join('')}${files}, ${counted(linters.length, 'linter')}, ${counted(problems.length, 'problem')}\n`,
    );
    return problems.length === 0 ? 0 : 1;
  });
}
