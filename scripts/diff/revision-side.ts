import type { Side } from '../../harness/compare/compare.ts';
import { CommandError } from '../error.ts';
import { compareVersions } from '../evidence/version.ts';
import type { OldOverlay } from './old-overlay.ts';
import { overlaysAt } from './revision.ts';

/**
 * What this repository held at a revision: the newest version of one client, or of each. Throws CommandError `missing` when
 * there is no such revision, or no records in it, and `input` when an overlay cannot be read.
 */
export async function readRevision(root: string, revision: string, client: string | undefined): Promise<Side> {
  const overlays = (await overlaysAt(root, revision, client)).filter(({ records }) => records.length > 0);
  const [first] = overlays;
  if (first === undefined)
    throw new CommandError(
      'missing',
      `Expected git:${revision} to have records ${client === undefined ? 'in data/verified/' : `of ${client} in data/verified/${client}.json`}, it has none.`,
    );
  const newest = overlays.map(newestOf);
  return {
    name: client === undefined ? `git:${revision}` : `${client}@${newest[0]?.version} of git:${revision}`,
    verdicts: newest.flatMap(({ verdicts }) => verdicts),
    known: new Map(
      newest.flatMap(({ client: id, known }) => (known === undefined ? [] : [[client === undefined ? id : '', known]])),
    ),
    everyClient: client === undefined,
  };
}

function newestOf({ client, records, evidence }: OldOverlay): Newest {
  const version = records.reduce(
    (newest, { clientVersion }) => (compareVersions(clientVersion, newest) > 0 ? clientVersion : newest),
    records[0]?.clientVersion ?? '',
  );
  const isNewest = ({ clientVersion }: { clientVersion: string }): boolean => clientVersion === version;
  return { client, version, verdicts: records.filter(isNewest), known: evidence?.filter(isNewest) };
}

interface Newest {
  client: string;
  version: string;
  verdicts: OldOverlay['records'];
  known: OldOverlay['evidence'];
}
