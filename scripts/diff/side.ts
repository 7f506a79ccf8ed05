import { join } from 'node:path';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { type ComparedRun, comparedRun } from '../../harness/compare/changes.ts';
import type { Side } from '../../harness/compare/compare.ts';
import { CommandError } from '../error.ts';
import { findRuns } from '../evidence/find-runs.ts';
import { parseRecord, readEvidenceFile } from '../evidence/read-run.ts';
import type { Places } from '../paths.ts';
import { readOverlay } from '../registry/overlays.ts';
import { readForm } from '../registry/read-form.ts';
import { knownSides, publishedFolders } from './known-sides.ts';
import { parseSideName } from './side-name.ts';

/**
 * The side that a user named: `published/<file>` of `data/published/` (the root's, else the package's), `git:<revision>` of
 * the root's repository (every client, or the newest version of `client`), `report:<file>` of `probe --report`, or `<client>@<version>`, from its overlay, else
 * from the folder of runs. Throws CommandError `usage` with the names that are known, `missing` where a revision or a client in it
 * is not there, or `input` when what was found is malformed.
 */
export async function readSide(places: Places, name: string, client?: string): Promise<Side> {
  const parsed = parseSideName(name);
  if (parsed?.kind === 'revision') {
    // Only a revision needs what starts git.
    const { readRevision } = await import('./revision-side.ts');
    return readRevision(places.root, parsed.revision, client);
  }
  if (parsed?.kind === 'report') return (await import('./report-side.ts')).readReportSide(places.root, parsed.file);
  const found =
    parsed?.kind === 'published'
      ? await readPublished(places.root, parsed.file)
      : parsed && (await readVersion(places, parsed));
  if (found !== undefined) return { name, ...found };
  const known = await knownSides(places);
  const list = known.length === 0 ? 'none' : known.join(', ');
  throw new CommandError(
    'usage',
    `Expected <client>@<version>, published/<file>, git:<revision> or report:<file>, got ${JSON.stringify(name)}. Known: ${list}.`,
  );
}

type Found = Pick<Side, 'verdicts' | 'known'>;

async function readPublished(root: string, name: string): Promise<Found | undefined> {
  const folder = (await publishedFolders(root)).find(({ names }) => names.includes(name));
  if (folder === undefined) return undefined;
  const shown = `data/published/${name}.json`;
  const { records } = await readForm('published', join(folder.path, `${name}.json`), shown);
  return {
    verdicts: records.map(({ verdict, ...placed }) => ({ ...placed, short: verdict })),
  };
}

interface Version {
  client: string;
  version: string;
}

async function readVersion(places: Places, version: Version): Promise<Found | undefined> {
  const overlay = await readOverlay(places.root, version.client);
  return (overlay && inOverlay(overlay, version)) ?? readRuns(places.runs, version);
}

function inOverlay({ records, evidence }: VerifiedOverlay, { version }: Version): Found | undefined {
  const verdicts = records.filter(({ clientVersion }) => clientVersion === version).map(comparedRun);
  if (verdicts.length === 0) return undefined;
  return { verdicts, known: new Map([['', evidence.filter(({ clientVersion }) => clientVersion === version)]]) };
}

async function readRuns(runs: string, { client, version }: Version): Promise<Found | undefined> {
  const { folders } = await findRuns(runs);
  const mine = folders.filter(
    ({ run }) => run.client === client && run.version === version && run.scenario !== 'calibration',
  );
  const verdicts: ComparedRun[] = await Promise.all(
    mine.map(async (folder) => comparedRun(parseRecord(folder, await readEvidenceFile(folder, 'record.json')))),
  );
  return verdicts.length === 0 ? undefined : { verdicts };
}
